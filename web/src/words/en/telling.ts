// What happens at a table: moves as sentences, announcements, looking back, the end, the first moves with a coach.

import { counted } from "../counted";

/** The second person of the verb that a told move begins with: "lays" becomes "lay". */
const secondPerson = (what: string): string => what.replace(/^(\p{L}+?)(?:(?<=ss|sh|ch|x|z)es|s)(?!\p{L})/u, "$1");

export const telling = {
  /** `what` has no subject: "lays the 3-2". */
  does: (name: string, what: string, you: boolean): string => `${name} ${you ? secondPerson(what) : what}`,
  /** What points are for. */
  pointsFor: (points: string, why: string): string => `${points}: ${why}`,
  /** A move, and the draw after it: "Felix −4: covers 4 points, then the 2-0 is turned up: +2". */
  andThen: (first: string, then: string): string => `${first}, then ${then}`,
  theDeal: "The deal",
  player: "Player",
  continue: "Continue",

  /** A recommended move: "lay the 3-2". */
  advises: (what: string): string => secondPerson(what),

  // Looking back
  lookingBack: (move: number, moves: number): string =>
    move === 0 ? "Looking back: the beginning" : `Looking back: move ${move} of ${moves}`,
  backToGame: "Back to the game",
  newMoves: counted("en", "# new move", "# new moves"),

  // The end
  winning: (names: string, many: boolean, you: boolean): string =>
    you && !many ? "You win!" : `${names} ${many ? "win" : "wins"}`,
  sharing: (names: string, _: boolean): string => `${names} share the win`,
  tieDecided: "The points are equal: the rules for ties decide.",
  tieShared: "The points are equal, so the win is shared.",
  againstLevel: (level: number): string => `Against level ${level}`,
  wonAgainst: (won: number, games: number, level: number): string =>
    games === 1
      ? `This was your first game against level ${level}.`
      : `You have won ${won} of ${games} games against level ${level}.`,
  lookBack: "Look back",
  result: "Result",
  foldResult: "Collapse the result",

  // Sharing
  shareTitle: "Share this game",
  sharePicture: "Share",
  downloadPicture: "Download the picture",
  pictureOf: (game: string): string => `A picture of the table, ${game}`,
  copyLink: "Copy the link",
  pictureComing: "The picture is being prepared…",
  noPicture: "The picture could not be made.",

  // The coach
  coach: "Your first moves",
  coachOf: (move: number, moves: number): string => `First steps ${move}/${moves}`,
  coachPick: "Pick up one of your pieces: places where it fits light up.",
  coachPlace: "It fits wherever a place lights up. Choose one.",
  coachLay: "Turn it if you like, then lay it.",
  coachAct: "Nothing can be laid now: use the button below.",
  coachNumbers: "The numbers show what the others have just laid.",
  coachDone: "That is all you need. H gives a hint; the lesson and the rules are on the home page.",
  coachDoneTouch: "That is all you need. The lamp gives a hint; the lesson and the rules are on the home page.",
  coachSkip: "Skip the first steps",
  coachEnd: "Play on",
};
