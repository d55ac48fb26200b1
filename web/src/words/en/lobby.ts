// The lobby, and the form that opens a shared table.

import type { Clock } from "../../engine/pkg/tablee_wasm.js";
import { counted } from "../counted";
import { length } from "../length";

const days = counted("en", "one day per move", "# days per move");

export const lobby = {
  // The lobby
  lobby: "Lobby",
  lobbyAbout: "Take a free seat, watch a game, or open a table of your own.",
  openATable: "Open a table",
  openATableOf: (game: string): string => `Open a table of ${game}`,
  invite: "Invite",
  playWithOthers: "Play online",
  yourTurnIn: counted("en", "your turn in # game", "your turn in # games"),
  yourTurnHere: "It’s your turn",
  yourTurnAt: (game: string): string => `It’s your turn in ${game}.`,
  yourGames: "Your games",
  noGames: "You have no games in progress. Sit down at an open table, or open one.",
  openTables: "Open tables",
  noOpenTables: "No tables are open right now. Open one: it will appear here at once.",
  beingPlayed: "Games in progress",
  nobodyPlays: "No games to watch right now.",
  finishedGames: "Finished games",
  nothingFound: "No finished games match. Try another name, or all games.",
  noFinished: "No public game has finished yet. Yours could be the first.",
  bestPlayers: "Best players",
  bestPlayersAbout: "Based on rated games, people and bots together.",
  nobodyRated: "Nobody has finished a rated game yet. Open a rated table and be the first.",
  takeASeat: "Sit down",
  takeASeatAt: (game: string, host: string): string => `Sit down: ${game}, with ${host}`,
  goThere: "Go to table",
  watch: "Watch",
  watchAt: (game: string, names: string): string => `Watch: ${game}, ${names}`,
  playOnHere: "Play",
  toTheTable: "See table",
  isGuest: "guest",
  freeSeat: "free",
  freeSeats: counted("en", "# seat free", "# seats free"),
  noSeatFree: "no free seats",
  justNow: "just now",
  reservedFor: (name: string): string => `reserved for ${name}`,
  openedBy: (name: string): string => `opened by ${name}`,
  waitingForOthers: "waiting for players",
  mayBegin: "everyone is here: the game can start",
  turnOfOther: (name: string): string => `${name}’s turn`,
  byInvitation: "by invitation",
  rated: "rated",
  unrated: "unrated",
  searchPlayer: "Player",
  searchGame: "Game",
  allGames: "All games",
  search: "Search",
  more: "Show more",
  rank: "Rank",
  player: "Player",
  rating: "Rating",
  gamesPlayed: counted("en", "# game", "# games"),
  gamesColumn: "Games",

  // A new table with friends
  whereToPlay: "Where",
  onThisDevice: "Here, on this device",
  withFriends: "Online, with friends",
  withFriendsAbout: "Everyone plays on their own screen. You get a link to send them; no account is needed.",
  openSeat: "Open to anyone",
  meHere: "You",
  keepFor: "Reserved for…",
  reservedForWhom: (seat: number): string => `Who seat ${seat} is reserved for`,
  aFriend: "A friend’s name",
  clockTitle: "Clock",
  clockKinds: {
    none: "No clock",
    move: "Time per move",
    game: "Time per game",
    days: "Days per move",
  } satisfies Record<Clock["kind"], string>,
  clockLength: "How long",
  clock: (clock: Clock): string => {
    if (clock.kind === "none") return "no clock";
    if (clock.kind === "move") return `${length(clock.seconds)} per move`;
    if (clock.kind === "game")
      return clock.increment === 0
        ? `${length(clock.seconds)} each`
        : `${length(clock.seconds)} each, plus ${length(clock.increment)} per move`;
    return days(clock.days);
  },
  whoMayCome: "Who can join",
  anyone: "Anyone",
  anyoneAbout: "The table is listed in the lobby: anyone can sit down or watch.",
  invited: "By invitation",
  invitedAbout: "Only people with the link can see the table.",
  ratedTitle: "Rating",
  ratedYes: "Rated",
  ratedNo: "Just for fun",
  ratedAbout: "A rated game changes every player’s rating. Everyone needs an account, and no move can be undone.",
  ratedNeedsAccount: "Rated games need an account, so that ratings belong to someone.",
  ratedSitWhy: "This game is rated: you need an account to sit down.",
  ratedSignIn: "Create an account or sign in",
  openTheTable: "Open the table",
};
