// Replays and records.

import { counted } from "../counted";

export const replay = {
  // Replay
  replay: "replay",
  replayOf: (game: string): string => `Replay of ${game}`,
  replayAbout: "Go through a game again, move by move; share a moment, or play on from there.",
  yourTables: "Your tables",
  finished: "finished",
  unfinished: "not finished",
  openRecord: "Open a game",
  chooseFile: "Choose a file…",
  pasteRecord: "Or paste a game record:",
  open: "Open",
  openAnother: "Open another game",
  theBeginning: "The beginning.",
  first: "Go to start",
  previous: "Previous move",
  next: "Next move",
  last: "Go to end",
  playOn: "Play automatically",
  pause: "Pause",
  timeline: "Timeline",
  playFromHere: "Play from here",
  shareMoment: "Copy the link",
  verify: "Verify the game",
  allLegal: counted("en", "# move or draw, legal.", "# moves and draws, all legal."),
  commitment: "Commitment (SHA-256 of the seed)",
  seed: "Seed",
  proofHow:
    "The commitment was published before the first draw. With the record, anyone can check that the seed matches it and that every draw follows from the seed.",
};
