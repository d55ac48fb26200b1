// Everything that the page itself says. A language that leaves something out does not compile.

import type { CompanyWords } from "./company";
import type { SharedWords } from "./shared";

type Counted = (count: number) => string;

export interface Words extends CompanyWords, SharedWords {
  // The site
  tagline: string;
  welcome: string;
  games: Record<string, { name: string; about: string }>;
  siteNav: string;
  skipToMain: string;
  about: string;
  replays: string;
  rules: string;
  play: string;
  resume: string;
  newGame: string;
  newGameDots: string;
  companionShort: string;
  toHome: string;
  independence: string;
  lost: string;
  lostWhy: string;
  laying: string;
  newVersion: string;
  reload: string;
  close: string;
  menu: string;
  lesson: string;
  learn: string;
  stepOf(step: number, of: number): string;
  stepBefore: string;
  stepNext: string;
  stepSkip: string;
  stepPlay: string;
  aboutTexts: [title: string, text: string][];

  // Settings
  settings: string;
  language: string;
  theme: string;
  motion: string;
  sound: string;
  asTheSystem: string;
  light: string;
  dark: string;
  reduced: string;
  full: string;

  // Players
  you: string;
  person: string;
  personHere: string;
  someBot: string;
  seat: (number: number) => string;
  bot: (level: number) => string;
  otherBot: (name: string) => string;
  botLevel: (level: number, levels: number) => string;
  team: (number: number) => string;
  onTurn: string;
  thinking: string;
  isThinking: (name: string) => string;
  does: (name: string, what: string) => string;
  turnOf: (name: string, alone: boolean) => string;
  piecesLeft: Counted;
  points: Counted;
  playersCount: Counted;

  // A new game
  newGameOf: (game: string) => string;
  aroundTheTable: string;
  whoSits: (seat: number) => string;
  nameOf: (seat: number) => string;
  sitDown: string;
  cannotBegin: string;
  companionOf: (game: string) => string;
  companionAbout: string;
  setup: string;
  setupHow: string;
  shuffleForUs: string;

  // The table
  tools: string;
  fromAbove: string;
  layers: string;
  hint: string;
  hintComing: string;
  undo: string;
  takenBack: string;
  restart: string;
  replayThis: string;
  saveRecord: string;
  share: string;
  shareLink: string;
  linkCopied: string;
  copyThis: string;
  fullscreen: string;
  hand: string;
  hiddenUnder: Counted;
  fitsNowhere: string;
  places: Counted;
  ways: Counted;
  placesToLay: string;
  noPlaceButAct: string;
  turn: string;
  lay: string;
  back: string;
  escapeKey: string;
  chanceToWin: (percent: string) => string;
  whatWasDrawn: string;
  moves: string;
  showMoment: string;
  allMoves: string;
  fewerMoves: string;
  tableDrawing: string;
  tableInWords: string;
  emptyTable: string;
  onTheTable: string;
  holds: (name: string, what: string) => string;
  details: Counted;
  nothingCountedYet: string;
  noTable: string;
  noTableWhy: string;
  cannotOpen: string;
  brokenLink: string;
  keysTitle: string;
  keys: [keys: string[], what: string][];

  // The end
  theCount: string;
  skip: string;
  wins: (names: string, count: number, you: boolean) => string;
  place: (place: number) => string;
  playAgain: string;
  lookAgain: string;
  lookAtTable: string;

  // Replay
  replay: string;
  replayOf: (game: string) => string;
  replayAbout: string;
  yourTables: string;
  finished: string;
  unfinished: string;
  openRecord: string;
  chooseFile: string;
  pasteRecord: string;
  open: string;
  openAnother: string;
  theBeginning: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  playOn: string;
  pause: string;
  timeline: string;
  playFromHere: string;
  shareMoment: string;
  verify: string;
  allLegal: Counted;
  commitment: string;
  seed: string;
  proofHow: string;

  // Rules
  rulesOf: (game: string) => string;
  noRules: string;
  decisionWhy: string;
  samplePictures: string[];
}
