// One's own games: games to resume, results, the curve of wins; and practice.

import { counted } from "../counted";

const won = counted("en", "# won", "# won");
const shared = counted("en", "# shared", "# shared");
const lost = counted("en", "# lost", "# lost");

export const myGames = {
  // The page
  myGames: "My games",
  myGamesAbout: "Your games on this device and online, and how they went.",
  inProgress: "In progress",
  resumeNamed: (game: string, when: string): string => `Resume: ${game}, ${when}`,
  onDevice: "on this device",
  online: "online",
  against: (names: string): string => `against ${names}`,
  removeGame: "Remove",
  removeNamed: (game: string, when: string): string => `Remove: ${game}, ${when}`,
  removeSure: "Remove this game?",
  removeAbout: (game: string): string => `Your unfinished game of ${game} is erased from this device.`,
  noGamesYet: "No games yet",
  firstGame: "Play your first game: you will find it here, with your results.",
  results: "Results",
  noResults: "No results yet. Every game that you finish against bots or online counts here.",
  outcomes: { won: "Won", shared: "Shared", lost: "Lost" },
  tallied: (wins: number, ties: number, losses: number): string =>
    [won(wins), ...(ties > 0 ? [shared(ties)] : []), lost(losses)].join(", "),
  people: "with people",
  otherBots: "other bots",
  levelsAgainst: (levels: string): string => `levels ${levels}`,
  currentStreak: "Streak",
  longestStreak: "Longest streak",
  longestStreakOf: (wins: string): string => `longest streak: ${wins}`,
  winsInARow: counted("en", "# win", "# wins"),
  bestScore: "Best score",
  bestScoreOf: (points: string): string => `best score: ${points}`,
  mostPoints: (points: string, players: number): string => `${points}, with ${players} players`,
  balanceTitle: "Games won minus games lost",
  leadTitle: "Points ahead of the best opponent",
  curveInWords: (games: string, tally: string, last: string): string =>
    `${games}, oldest first: ${tally}. Now: ${last}.`,
  finalScore: (mine: string, best: string): string => `${mine} to ${best}`,
  noResultHere: "Finished",
  resultsKept: "Results of games on this device are kept in this browser only.",
  exportResults: "Download the results",
  eraseResults: "Erase the results…",
  eraseResultsSure: "Erase the results?",
  eraseResultsAbout:
    "Your results on this device are erased for good. Saved games stay, and so do the games you played online.",
  resultsErased: "The results have been erased.",

  // Practice
  practice: "practice",
  practiceGames: "Practice",
  practiceGamesAbout: "Games in which a draw was undone, or that began from a replay. They do not count.",
  practiceAsk: "Undo what has been revealed?",
  practiceAbout:
    "You have seen what comes next, and it will come again. From here on the game is practice: it does not count in your results.",
  practiceYes: "Undo and practise",
  practiceNo: "Keep my move",
};
