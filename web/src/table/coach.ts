// The first moves of someone in a game that is new to them: what to say when. The tips are the game's own (its lesson
// has them); what to press is the same in all games.

/** How many moves are coached. */
export const COACHED_MOVES = 3;

/** What the player can do next. */
export type CoachStep = "pick" | "place" | "lay" | "act" | "wait" | "done";

interface Situation {
  /** The number of moves that the player has made. */
  made: number;
  /** Whether it is their turn. */
  toMove: boolean;
  /** Whether a piece of theirs can be laid anywhere. */
  canLay: boolean;
  picked: boolean;
  /** Whether the picked piece lies ready at a place. */
  placed: boolean;
}

export function coachStep({ made, toMove, canLay, picked, placed }: Situation): CoachStep {
  if (made >= COACHED_MOVES) return "done";
  if (!toMove) return "wait";
  if (placed) return "lay";
  if (picked) return "place";
  return canLay ? "pick" : "act";
}

interface FirstVisit {
  game: string;
  /** The games whose coach was seen or skipped. */
  coached: readonly string[];
  /** Games that were played to their end on this device. */
  results: readonly { game: string }[];
  /** The number of people at this screen, and of moves they have made. */
  people: number;
  made: number;
  /** Whether the players enter their own draws: they know the game from their table. */
  entered: boolean;
}

/** Whether someone plays a game for the first time on this browser. */
export function isFirstVisit({ game, coached, results, people, made, entered }: FirstVisit): boolean {
  const knows = coached.includes(game) || results.some((result) => result.game === game);
  return !knows && people === 1 && made === 0 && !entered;
}
