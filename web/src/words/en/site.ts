// The frame of the site: home, header, settings, about, rules, network trouble.

import { counted } from "../counted";

export const site = {
  // The site
  tagline: "Tile-laying and building games",
  welcome:
    "Take a seat: play alone against bots from gentle to merciless, or with friends, on one screen or far apart. No account, nothing to install; once loaded, solo play works offline.",
  siteNav: "Site",
  skipToMain: "Skip to content",
  about: "About",
  replays: "Replays",
  rules: "Rules",
  play: "Play",
  resume: "Resume",
  newGame: "New game…",
  companionShort: "With the real box",
  toHome: "Home",
  independence:
    "Tablée is not affiliated with the games’ publishers. Their names only tell you which rules are played; all texts and drawings are our own.",
  lost: "Page not found",
  lostWhy: "There is nothing at this address. Every table starts from the home page.",
  laying: "Setting the table…",
  newVersion: "A new version is available.",
  reload: "Reload",
  close: "Close",
  menu: "Menu",
  lesson: "First lesson",
  learn: "Learn to play",
  stepOf: (step: number, of: number): string => `step ${step} of ${of}`,
  stepBefore: "Back",
  stepNext: "Next",
  stepSkip: "Skip",
  stepPlay: "Play a game",
  aboutTexts: [
    [
      "What it is",
      "A tablée is the company gathered around a table. This one brings people and bots together around tile-laying and building games. Rules and bots run in your browser: a game on this device stays on this device. Only tables you share with people elsewhere are on the server.",
    ],
    [
      "Independent",
      "Tablée has no ties to the publishers or authors of the printed games. Their names only tell you which rules are played. All texts and drawings were made for this project. Where the printed rules leave a question open, the rules page marks our decision.",
    ],
    [
      "Offline",
      "Once loaded, everything works offline except playing with people elsewhere. Your browser may offer to install it as an app. Games on this device are saved in this browser only.",
    ],
    [
      "Fair draws",
      "Before the first draw, the program commits to a secret seed; afterwards, the replay shows that every draw came from that seed. Nobody can choose what comes up.",
    ],
    [
      "Licence",
      "Free software under the MIT or the Apache 2.0 licence, whichever you prefer. The fonts, Fraunces and Figtree, are under the SIL Open Font License.",
    ],
  ] as [title: string, text: string][],

  // Settings
  settings: "Settings",
  language: "Language",
  theme: "Theme",
  motion: "Animation",
  sound: "Sounds (wood on wood)",
  asTheSystem: "Same as system",
  light: "Light",
  dark: "Dark",
  reduced: "Reduced",
  full: "Full",
  botPace: "Bots play",
  slow: "Slowly",
  normal: "At a normal pace",
  fast: "Fast",
  drop: "Dropping a piece",
  dropLays: "Lays it",
  dropPreviews: "Shows it first",

  // The network
  needsNetwork: "this needs a connection, and the server cannot be reached",
  tryAgainIn: counted("en", "try again in # second", "try again in # seconds"),
  tryAgain: "Try again",
  noLongerSignedIn: "The server no longer recognises this browser: you have been signed out.",
  signInAgain: "you have been signed out on this device: sign in again, or continue as a guest",

  // Rules
  rulesOf: (game: string): string => `Rules of ${game}`,
  noRules: "Rules not found",
  decisionWhy: "The printed rules leave this open; this is our decision.",
  samplePictures: ["The opening", "Mid-game", "The end"],

  // For programs
  api: [
    "For developers",
    "Programs can do everything people do here: open tables, sit down, play and follow games. The API reference explains how; you create keys on your own page.",
  ] as [title: string, text: string],
  apiLink: "API reference (OpenAPI)",
};
