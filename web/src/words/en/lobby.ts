// The lobby, and the form that opens a shared table.

import type { Clock } from "../../engine/pkg/tablee_wasm.js";
import { counted } from "../counted";
import { length } from "../length";

const days = counted("en", "a day a move", "# days a move");

export const lobby = {
  // The lobby
  lobby: "Lobby",
  lobbyAbout: "Sit down where a seat is free, watch a game, or open a table of your own.",
  openATable: "Open a table",
  openATableOf: (game: string): string => `Open a table of ${game}`,
  invite: "Invite",
  playWithOthers: "Play with people elsewhere",
  yourTurnIn: counted("en", "it is your turn in # game", "it is your turn in # games"),
  yourTurnHere: "It is your turn",
  yourTurnAt: (game: string): string => `It is your turn in ${game}.`,
  yourGames: "Your games",
  noGames: "You have no game going on. Sit down at an open table, or open one.",
  openTables: "Open tables",
  noOpenTables: "No table is open to all just now. Open one: it will be seen here at once.",
  beingPlayed: "Being played",
  nobodyPlays: "No game that could be watched is being played.",
  finishedGames: "Finished games",
  nothingFound: "No finished game is like that. Try another name, or all games.",
  noFinished: "No public game has been finished yet. Yours could be the first.",
  bestPlayers: "Best players",
  bestPlayersAbout: "After rated games, people and bots alike.",
  nobodyRated: "Nobody has finished a rated game of this yet. Open a table that is rated, and be the first.",
  takeASeat: "Sit down",
  takeASeatAt: (game: string, host: string): string => `Sit down: ${game}, with ${host}`,
  goThere: "Go there",
  watch: "Watch",
  watchAt: (game: string, names: string): string => `Watch: ${game}, ${names}`,
  playOnHere: "Play",
  toTheTable: "The table",
  freeSeat: "free",
  freeSeats: counted("en", "# seat free", "# seats free"),
  noSeatFree: "no seat is free",
  justNow: "just now",
  keptFor: (name: string): string => `kept for ${name}`,
  openedBy: (name: string): string => `opened by ${name}`,
  waitingForOthers: "waiting for others",
  mayBegin: "everyone is there: it can begin",
  turnOfOther: (name: string): string => `${name} is on turn`,
  byInvitation: "by invitation",
  rated: "rated",
  searchPlayer: "Player",
  searchGame: "Game",
  allGames: "All games",
  search: "Search",
  more: "More",
  rank: "Rank",
  player: "Player",
  rating: "Rating",
  gamesPlayed: counted("en", "# game", "# games"),
  gamesColumn: "Games",

  // A new table with friends
  whereToPlay: "Where",
  onThisDevice: "Here, on this device",
  withFriends: "With friends elsewhere",
  withFriendsAbout: "Everyone sits at their own screen. You get a link to send them; no account is needed.",
  openSeat: "Open: whoever comes",
  meHere: "You",
  keepFor: "Kept for…",
  keptForWhom: (seat: number): string => `For whom seat ${seat} is kept`,
  aFriend: "A friend’s name",
  clockTitle: "Clock",
  clockKinds: { none: "No clock", move: "Time a move", game: "Time a game", days: "Days a move" } satisfies Record<
    Clock["kind"],
    string
  >,
  clockLength: "How long",
  clock: (clock: Clock): string => {
    if (clock.kind === "none") return "no clock";
    if (clock.kind === "move") return `${length(clock.seconds)} a move`;
    if (clock.kind === "game")
      return clock.increment === 0
        ? `${length(clock.seconds)} each`
        : `${length(clock.seconds)} each, ${length(clock.increment)} more a move`;
    return days(clock.days);
  },
  whoMayCome: "Who may come",
  anyone: "Anyone",
  anyoneAbout: "The table is in the lobby: anyone may sit down or watch.",
  invited: "Those with the link",
  invitedAbout: "Only those to whom you give the link see the table.",
  ratedTitle: "Rating",
  ratedYes: "Rated",
  ratedNo: "Just for fun",
  ratedAbout: "A rated game changes the ratings of all who play it.",
  openTheTable: "Open the table",
};
