// Replays and records.

import { counted } from "../counted";

export const replay = {
  // Replay
  replay: "replay",
  replayOf: (game: string): string => `Replay of ${game}`,
  replayAbout: "Look at a game again, move by move; share a moment of it, or play on from there.",
  yourTables: "Your tables",
  finished: "finished",
  unfinished: "not finished",
  openRecord: "Open a record",
  chooseFile: "Choose a file…",
  pasteRecord: "Or paste a record:",
  open: "Open",
  openAnother: "Open another record",
  theBeginning: "The beginning.",
  first: "To the beginning",
  previous: "Previous move",
  next: "Next move",
  last: "To the end",
  playOn: "Play by itself",
  pause: "Pause",
  timeline: "Timeline",
  playFromHere: "Play from here",
  shareMoment: "Copy the link",
  verify: "Verify the game",
  allLegal: counted("en", "# ply, and it is legal.", "# plies, all of them legal."),
  commitment: "Commitment (SHA-256 of the seed)",
  seed: "Seed",
  proofHow:
    "The commitment was made before the first draw. Anyone can check with the record that the seed belongs to it, and that every draw follows from the seed.",
};
