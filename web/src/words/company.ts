// What the pages around shared tables say: the lobby, a new table with friends, and who one is. Both languages side by side.

import type { Clock, Scope } from "../engine/pkg/tablee_wasm.js";
import { counted } from "./counted";

type Counted = (count: number) => string;

export interface CompanyWords {
  // The network
  needsNetwork: string;
  tryAgainIn: Counted;
  tryAgain: string;
  noLongerSignedIn: string;
  signInAgain: string;

  // The lobby
  lobby: string;
  lobbyAbout: string;
  openATable: string;
  openATableOf: (game: string) => string;
  invite: string;
  playWithOthers: string;
  yourTurnIn: Counted;
  yourTurnHere: string;
  yourTurnAt: (game: string) => string;
  yourGames: string;
  noGames: string;
  openTables: string;
  noOpenTables: string;
  beingPlayed: string;
  nobodyPlays: string;
  finishedGames: string;
  nothingFound: string;
  noFinished: string;
  bestPlayers: string;
  bestPlayersAbout: string;
  nobodyRated: string;
  takeASeat: string;
  takeASeatAt: (game: string, host: string) => string;
  goThere: string;
  watch: string;
  watchAt: (game: string, names: string) => string;
  playOnHere: string;
  toTheTable: string;
  freeSeat: string;
  freeSeats: Counted;
  noSeatFree: string;
  justNow: string;
  keptFor: (name: string) => string;
  openedBy: (name: string) => string;
  waitingForOthers: string;
  mayBegin: string;
  turnOfOther: (name: string) => string;
  byInvitation: string;
  rated: string;
  searchPlayer: string;
  searchGame: string;
  allGames: string;
  search: string;
  more: string;
  rank: string;
  player: string;
  rating: string;
  gamesPlayed: Counted;
  gamesColumn: string;

  // A new table with friends
  whereToPlay: string;
  onThisDevice: string;
  withFriends: string;
  withFriendsAbout: string;
  openSeat: string;
  meHere: string;
  keepFor: string;
  keptForWhom: (seat: number) => string;
  aFriend: string;
  clockTitle: string;
  clockKinds: Record<Clock["kind"], string>;
  clockLength: string;
  clock: (clock: Clock) => string;
  whoMayCome: string;
  anyone: string;
  anyoneAbout: string;
  invited: string;
  invitedAbout: string;
  ratedTitle: string;
  ratedYes: string;
  ratedNo: string;
  ratedAbout: string;
  openTheTable: string;

  // Who one is
  me: string;
  meNobody: string;
  youAre: (name: string) => string;
  yourName: string;
  yourNameHint: string;
  change: string;
  saved: string;
  becomeGuest: string;
  guest: string;
  guestAbout: string;
  accountAbout: string;
  makeAccount: string;
  makeAccountAbout: string;
  accountMade: string;
  accountName: string;
  passPhrase: string;
  passPhraseHint: string;
  signIn: string;
  signInAbout: string;
  signInLeavesGuest: string;
  signedInAs: (name: string) => string;
  signOut: string;
  signedOut: string;
  signOutGuest: string;
  yourRatings: string;
  noRatings: string;
  notifications: string;
  notifyMyTurn: string;
  notifyRefused: string;
  notifyImpossible: string;
  keysForPrograms: string;
  keysAbout: string;
  keyLabel: string;
  keyLabelHint: string;
  keyMay: string;
  scopes: Record<Scope, string>;
  makeKey: string;
  keyMade: string;
  copy: string;
  copied: string;
  revoke: string;
  revokeNamed: (label: string) => string;
  keyRevoked: string;
  thisBrowser: string;
  otherBrowser: string;
  madeOn: (when: string) => string;
  yourData: string;
  exportAbout: string;
  exportAll: string;
  eraseAll: string;
  eraseAbout: string;
  eraseSure: string;
  eraseType: (name: string) => string;
  eraseNow: string;
  erased: string;
  cancel: string;

  // For programs
  api: [title: string, text: string];
  apiLink: string;
}

const SECONDS = 60;

/** "45 s", "10 min": the signs are the same in both languages. */
const length = (seconds: number): string => (seconds % SECONDS === 0 ? `${seconds / SECONDS} min` : seconds < SECONDS ? `${seconds} s` : `${Math.floor(seconds / SECONDS)} min ${seconds % SECONDS} s`);

const one = (lang: string, single: string, several: string): Counted => counted(lang, single, several);
const enDays = one("en", "a day a move", "# days a move");
const frDays = one("fr", "un jour par coup", "# jours par coup");

export const companyEn: CompanyWords = {
  needsNetwork: "this needs the network, and the server cannot be reached",
  tryAgainIn: one("en", "try again in a second", "try again in # seconds"),
  tryAgain: "Try again",
  noLongerSignedIn: "The server no longer knows this browser: you are signed out.",
  signInAgain: "you have been signed out of your account on this device: sign in again, or go on as a guest",

  lobby: "Lobby",
  lobbyAbout: "Sit down where a seat is free, watch a game, or open a table of your own.",
  openATable: "Open a table",
  openATableOf: (game) => `Open a table of ${game}`,
  invite: "Invite",
  playWithOthers: "Play with people elsewhere",
  yourTurnIn: one("en", "it is your turn in # game", "it is your turn in # games"),
  yourTurnHere: "It is your turn",
  yourTurnAt: (game) => `It is your turn in ${game}.`,
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
  takeASeatAt: (game, host) => `Sit down: ${game}, with ${host}`,
  goThere: "Go there",
  watch: "Watch",
  watchAt: (game, names) => `Watch: ${game}, ${names}`,
  playOnHere: "Play",
  toTheTable: "The table",
  freeSeat: "free",
  freeSeats: one("en", "# seat free", "# seats free"),
  noSeatFree: "no seat is free",
  justNow: "just now",
  keptFor: (name) => `kept for ${name}`,
  openedBy: (name) => `opened by ${name}`,
  waitingForOthers: "waiting for others",
  mayBegin: "everyone is there: it can begin",
  turnOfOther: (name) => `${name} is on turn`,
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
  gamesPlayed: one("en", "# game", "# games"),
  gamesColumn: "Games",

  whereToPlay: "Where",
  onThisDevice: "Here, on this device",
  withFriends: "With friends elsewhere",
  withFriendsAbout: "Everyone sits at their own screen. You get a link to send them; no account is needed.",
  openSeat: "Open: whoever comes",
  meHere: "You",
  keepFor: "Kept for…",
  keptForWhom: (seat) => `For whom seat ${seat} is kept`,
  aFriend: "A friend’s name",
  clockTitle: "Clock",
  clockKinds: { none: "No clock", move: "Time a move", game: "Time a game", days: "Days a move" },
  clockLength: "How long",
  clock: (clock) => {
    if (clock.kind === "none") return "no clock";
    if (clock.kind === "move") return `${length(clock.seconds)} a move`;
    if (clock.kind === "game") return clock.increment === 0 ? `${length(clock.seconds)} each` : `${length(clock.seconds)} each, ${length(clock.increment)} more a move`;
    return enDays(clock.days);
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

  me: "You",
  meNobody: "You have not said who you are, and need not before you play with people elsewhere.",
  youAre: (name) => `You play as ${name}.`,
  yourName: "Your name",
  yourNameHint: "what others at the table see",
  change: "Change",
  saved: "Saved.",
  becomeGuest: "Go on as a guest",
  guest: "Guest",
  guestAbout: "You are a guest: this browser alone knows that it is you.",
  accountAbout: "You have an account: with your name and pass phrase you come back from any device.",
  makeAccount: "Make an account",
  makeAccountAbout: "A name and a pass phrase keep your games and ratings, and let you play on from another device. No address is asked for; so nobody can send you a forgotten pass phrase.",
  accountMade: "You have an account now.",
  accountName: "Name",
  passPhrase: "Pass phrase",
  passPhraseHint: "a few words that only you would put together",
  signIn: "Sign in",
  signInAbout: "You have an account already? Then be yourself on this device too.",
  signInLeavesGuest: "The guest that you are now stays behind: this browser forgets it.",
  signedInAs: (name) => `Welcome, ${name}.`,
  signOut: "Sign out on this device",
  signedOut: "You are signed out.",
  signOutGuest: "A guest who signs out cannot come back: games and ratings stay without their player. Make an account first if you would like to keep them.",
  yourRatings: "Your ratings",
  noRatings: "You have not finished a rated game yet.",
  notifications: "Notifications",
  notifyMyTurn: "Tell me when it is my turn, even if I am looking elsewhere",
  notifyRefused: "Your browser has been told not to allow it; its own settings can change that.",
  notifyImpossible: "This browser cannot do it.",
  keysForPrograms: "Keys for programs",
  keysAbout: "A program that plays or reads for you needs a key of its own. What it may do is up to you, and the key can be taken back at any time.",
  keyLabel: "What it is for",
  keyLabelHint: "my bot",
  keyMay: "It may",
  scopes: { play: "open tables, sit down and play", chat: "talk at the table", read: "see your games and data", manage: "change who you are" },
  makeKey: "Make a key",
  keyMade: "This is the key. It is shown only now: copy it to where the program finds it.",
  copy: "Copy",
  copied: "It is on your clipboard.",
  revoke: "Take back",
  revokeNamed: (label) => `Take back: ${label}`,
  keyRevoked: "The key is no longer valid.",
  thisBrowser: "This browser",
  otherBrowser: "Another browser",
  madeOn: (when) => `since ${when}`,
  yourData: "Your data",
  exportAbout: "Everything that the server keeps about you, as one file: who you are, your keys without their secrets, your ratings, and your games with all that happened there.",
  exportAll: "Download everything",
  eraseAll: "Erase everything…",
  eraseAbout: "Your name, your account, your ratings and what you said are gone for good. Games that you are playing are given up; games that others played with you stay, without your name.",
  eraseSure: "Erase everything?",
  eraseType: (name) => `To be sure, write your name: ${name}`,
  eraseNow: "Erase for good",
  erased: "Everything is erased. Nobody knows you here any more.",
  cancel: "Cancel",

  api: ["For programs", "Whatever a person can do here a program can do too: open tables, sit down, play, follow a game. The description tells how; your own page makes keys."],
  apiLink: "The description of the interface (OpenAPI)",
};

export const companyFr: CompanyWords = {
  needsNetwork: "il faut le réseau pour cela, et le serveur ne répond pas",
  tryAgainIn: one("fr", "réessayez dans une seconde", "réessayez dans # secondes"),
  tryAgain: "Réessayer",
  noLongerSignedIn: "Le serveur ne connaît plus ce navigateur : vous êtes déconnecté.",
  signInAgain: "votre compte a été déconnecté de cet appareil : reconnectez-vous, ou continuez en invité",

  lobby: "Salon",
  lobbyAbout: "Asseyez-vous où une place est libre, regardez une partie, ou ouvrez votre propre table.",
  openATable: "Ouvrir une table",
  openATableOf: (game) => `Ouvrir une table de ${game}`,
  invite: "Inviter",
  playWithOthers: "Jouer avec des gens ailleurs",
  yourTurnIn: one("fr", "c’est à vous dans # partie", "c’est à vous dans # parties"),
  yourTurnHere: "C’est à vous",
  yourTurnAt: (game) => `C’est à vous dans la partie de ${game}.`,
  yourGames: "Vos parties",
  noGames: "Vous n’avez pas de partie en cours. Asseyez-vous à une table ouverte, ou ouvrez-en une.",
  openTables: "Tables ouvertes",
  noOpenTables: "Aucune table n’est ouverte à tous en ce moment. Ouvrez-en une : on la verra ici aussitôt.",
  beingPlayed: "Parties en cours",
  nobodyPlays: "Aucune partie à regarder en ce moment.",
  finishedGames: "Parties terminées",
  nothingFound: "Aucune partie terminée ne correspond. Essayez un autre nom, ou tous les jeux.",
  noFinished: "Aucune partie publique n’est encore terminée. La vôtre pourrait être la première.",
  bestPlayers: "Meilleurs joueurs",
  bestPlayersAbout: "D’après les parties classées, gens et robots confondus.",
  nobodyRated: "Personne n’a encore terminé de partie classée de ce jeu. Ouvrez une table classée, et soyez le premier.",
  takeASeat: "S’asseoir",
  takeASeatAt: (game, host) => `S’asseoir : ${game}, avec ${host}`,
  goThere: "Y aller",
  watch: "Regarder",
  watchAt: (game, names) => `Regarder : ${game}, ${names}`,
  playOnHere: "Jouer",
  toTheTable: "La table",
  freeSeat: "libre",
  freeSeats: one("fr", "# place libre", "# places libres"),
  noSeatFree: "aucune place libre",
  justNow: "à l’instant",
  keptFor: (name) => `gardée pour ${name}`,
  openedBy: (name) => `ouverte par ${name}`,
  waitingForOthers: "on attend du monde",
  mayBegin: "tout le monde est là : on peut commencer",
  turnOfOther: (name) => `au tour de ${name}`,
  byInvitation: "sur invitation",
  rated: "classée",
  searchPlayer: "Joueur",
  searchGame: "Jeu",
  allGames: "Tous les jeux",
  search: "Chercher",
  more: "Suite",
  rank: "Rang",
  player: "Joueur",
  rating: "Cote",
  gamesPlayed: one("fr", "# partie", "# parties"),
  gamesColumn: "Parties",

  whereToPlay: "Où",
  onThisDevice: "Ici, sur cet appareil",
  withFriends: "Avec des amis, à distance",
  withFriendsAbout: "Chacun devant son écran. Vous recevez un lien à leur envoyer ; pas besoin de compte.",
  openSeat: "Libre : qui voudra",
  meHere: "Vous",
  keepFor: "Gardée pour…",
  keptForWhom: (seat) => `Pour qui la place ${seat} est gardée`,
  aFriend: "Nom d’un ami",
  clockTitle: "Pendule",
  clockKinds: { none: "Sans pendule", move: "Temps par coup", game: "Temps par partie", days: "Jours par coup" },
  clockLength: "Combien",
  clock: (clock) => {
    if (clock.kind === "none") return "sans pendule";
    if (clock.kind === "move") return `${length(clock.seconds)} par coup`;
    if (clock.kind === "game") return clock.increment === 0 ? `${length(clock.seconds)} chacun` : `${length(clock.seconds)} chacun, ${length(clock.increment)} de plus par coup`;
    return frDays(clock.days);
  },
  whoMayCome: "Qui peut venir",
  anyone: "Tout le monde",
  anyoneAbout: "La table est au salon : chacun peut s’y asseoir ou regarder.",
  invited: "Ceux qui ont le lien",
  invitedAbout: "Seuls ceux à qui vous donnez le lien voient la table.",
  ratedTitle: "Classement",
  ratedYes: "Classée",
  ratedNo: "Pour le plaisir",
  ratedAbout: "Une partie classée change la cote de tous ceux qui la jouent.",
  openTheTable: "Ouvrir la table",

  me: "Vous",
  meNobody: "Vous n’avez pas dit qui vous êtes ; ce n’est utile que pour jouer avec des gens ailleurs.",
  youAre: (name) => `Vous jouez sous le nom de ${name}.`,
  yourName: "Votre nom",
  yourNameHint: "celui que les autres voient à la table",
  change: "Changer",
  saved: "C’est noté.",
  becomeGuest: "Continuer en invité",
  guest: "Invité",
  guestAbout: "Vous êtes invité : seul ce navigateur sait que c’est vous.",
  accountAbout: "Vous avez un compte : avec votre nom et votre phrase de passe, vous revenez de n’importe quel appareil.",
  makeAccount: "Créer un compte",
  makeAccountAbout: "Un nom et une phrase de passe gardent vos parties et vos cotes, et permettent de continuer sur un autre appareil. On ne vous demande pas d’adresse ; personne ne pourra donc vous envoyer une phrase oubliée.",
  accountMade: "Vous avez maintenant un compte.",
  accountName: "Nom",
  passPhrase: "Phrase de passe",
  passPhraseHint: "quelques mots que vous seul mettriez ensemble",
  signIn: "Se connecter",
  signInAbout: "Vous avez déjà un compte ? Soyez vous-même aussi sur cet appareil.",
  signInLeavesGuest: "L’invité que vous êtes reste en arrière : ce navigateur l’oublie.",
  signedInAs: (name) => `Bienvenue, ${name}.`,
  signOut: "Se déconnecter de cet appareil",
  signedOut: "Vous êtes déconnecté.",
  signOutGuest: "Un invité qui se déconnecte ne peut pas revenir : ses parties et ses cotes restent sans joueur. Créez d’abord un compte si vous voulez les garder.",
  yourRatings: "Vos cotes",
  noRatings: "Vous n’avez pas encore terminé de partie classée.",
  notifications: "Notifications",
  notifyMyTurn: "Me prévenir quand c’est à moi, même si je regarde ailleurs",
  notifyRefused: "On a dit à votre navigateur de ne pas le permettre ; ses réglages peuvent changer cela.",
  notifyImpossible: "Ce navigateur ne sait pas le faire.",
  keysForPrograms: "Clés pour programmes",
  keysAbout: "Un programme qui joue ou lit pour vous a besoin d’une clé à lui. Vous décidez de ce qu’elle permet, et pouvez la reprendre à tout moment.",
  keyLabel: "À quoi elle sert",
  keyLabelHint: "mon robot",
  keyMay: "Elle permet de",
  scopes: { play: "ouvrir des tables, s’asseoir et jouer", chat: "parler à la table", read: "voir vos parties et vos données", manage: "changer qui vous êtes" },
  makeKey: "Créer une clé",
  keyMade: "Voici la clé. On ne la montre que maintenant : copiez-la là où le programme la trouvera.",
  copy: "Copier",
  copied: "C’est dans votre presse-papiers.",
  revoke: "Reprendre",
  revokeNamed: (label) => `Reprendre : ${label}`,
  keyRevoked: "La clé n’est plus valable.",
  thisBrowser: "Ce navigateur",
  otherBrowser: "Un autre navigateur",
  madeOn: (when) => `depuis le ${when}`,
  yourData: "Vos données",
  exportAbout: "Tout ce que le serveur garde de vous, en un fichier : qui vous êtes, vos clés sans leurs secrets, vos cotes, et vos parties avec tout ce qui s’y est passé.",
  exportAll: "Tout télécharger",
  eraseAll: "Tout effacer…",
  eraseAbout: "Votre nom, votre compte, vos cotes et ce que vous avez dit disparaissent pour de bon. Vos parties en cours sont abandonnées ; celles que d’autres ont jouées avec vous restent, sans votre nom.",
  eraseSure: "Tout effacer ?",
  eraseType: (name) => `Pour en être sûr, écrivez votre nom : ${name}`,
  eraseNow: "Effacer pour de bon",
  erased: "Tout est effacé. Plus personne ne vous connaît ici.",
  cancel: "Annuler",

  api: ["Pour les programmes", "Tout ce qu’une personne peut faire ici, un programme le peut aussi : ouvrir une table, s’asseoir, jouer, suivre une partie. La description dit comment ; votre page crée les clés."],
  apiLink: "La description de l’interface (OpenAPI)",
};
