// The frame of the site: home, header, settings, about, rules, network trouble.

import { counted } from "../counted";

export const site = {
  // The site
  tagline: "Games of laying and stacking",
  welcome:
    "Sit down and play, alone against a gentle or a merciless bot, or with friends, at one screen or far apart. No account, nothing to install; once opened, what needs nobody else works without a network.",
  siteNav: "Site",
  skipToMain: "Skip to the content",
  about: "About",
  replays: "Replays",
  rules: "Rules",
  play: "Play",
  resume: "Resume",
  newGame: "New game…",
  newGameDots: "New game…",
  companionShort: "With the real box",
  toHome: "Home",
  independence:
    "Tablée is independent of the games’ publishers. The names only say which rules are played; all words and drawings are our own.",
  lost: "There is no such page",
  lostWhy: "The address leads nowhere. All tables begin on the home page.",
  laying: "Setting the table…",
  newVersion: "A new version is ready.",
  reload: "Reload",
  close: "Close",
  menu: "Menu",
  lesson: "First lesson",
  learn: "Learn it",
  stepOf: (step: number, of: number): string => `step ${step} of ${of}`,
  stepBefore: "Back",
  stepNext: "Go on",
  stepSkip: "Skip",
  stepPlay: "Play a game",
  aboutTexts: [
    [
      "What it is",
      "A tablée is the company around a table. This one seats people and bots around games of laying and stacking. Rules and bots run in your browser: of a game on this device nothing is sent anywhere. Only a table that you share with people elsewhere is on the server.",
    ],
    [
      "Independent",
      "Tablée has no ties to the publishers or authors of the printed games. Their names only say which rules are played. All texts and drawings were made for this project. Where the printed rules leave a point open, the rules page marks our decision.",
    ],
    [
      "Without a network",
      "Once it has been opened, everything but playing with people elsewhere works offline. Your browser may offer to install it like an app. Games on this device are remembered in this browser only.",
    ],
    [
      "Fair shuffles",
      "Before the first draw the program commits to a secret seed; afterwards the replay shows that everything was drawn as that seed says. Nobody can choose what comes.",
    ],
    ["Licence", "Free software, under the MIT or the Apache 2.0 licence, as you like."],
  ] as [title: string, text: string][],

  // Settings
  settings: "Settings",
  language: "Language",
  theme: "Colours",
  motion: "Motion",
  sound: "Sounds (wood on wood)",
  asTheSystem: "As the system",
  light: "Light",
  dark: "Dark",
  reduced: "Reduced",
  full: "Full",

  // The network
  needsNetwork: "this needs the network, and the server cannot be reached",
  tryAgainIn: counted("en", "try again in a second", "try again in # seconds"),
  tryAgain: "Try again",
  noLongerSignedIn: "The server no longer knows this browser: you are signed out.",
  signInAgain: "you have been signed out of your account on this device: sign in again, or go on as a guest",

  // Rules
  rulesOf: (game: string): string => `The rules of ${game}`,
  noRules: "There are no such rules",
  decisionWhy: "The printed rules leave this open; this is how this house settles it.",
  samplePictures: ["The opening", "The middle of a game", "The end"],

  // For programs
  api: [
    "For programs",
    "Whatever a person can do here a program can do too: open tables, sit down, play, follow a game. The description tells how; your own page makes keys.",
  ] as [title: string, text: string],
  apiLink: "The description of the interface (OpenAPI)",
};
