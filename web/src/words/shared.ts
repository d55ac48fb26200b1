// What a shared table says: before the game, during it, and at its end. Both languages side by side.

import type { How } from "../engine/pkg/tablee_wasm.js";
import { counted } from "./counted";

type Counted = (count: number) => string;

export interface SharedWords {
  // Getting there
  noSharedTable: string;
  closedTable: string;
  closedTableWhy: string;
  invitedOnly: string;
  invitedOnlyWhy: string;
  toLobby: string;
  reconnecting: string;
  connectionLost: string;

  // Before the game
  tableOf: (game: string) => string;
  youHost: string;
  seatNumber: (seat: number) => string;
  free: string;
  keptForYou: string;
  sitHere: string;
  sitHereAt: (seat: number) => string;
  getUp: string;
  whatIsYourName: string;
  nameOnce: string;
  hostActs: (seat: number) => string;
  freeThisSeat: string;
  putBot: (level: number) => string;
  keepSeatFor: string;
  keepSeat: string;
  forWhom: string;
  inviteTitle: string;
  inviteAbout: string;
  inviteLink: string;
  copyLink: string;
  sendLink: string;
  inviteMessage: (game: string) => string;
  inviteSeat: (name: string) => string;
  beginGame: string;
  seatsMissing: Counted;
  hostWillBegin: (name: string) => string;
  closeTable: string;
  closeSure: string;
  commitmentTitle: string;
  commitmentAbout: string;
  watching: Counted;
  here: string;
  away: string;

  // During the game
  yourTurnTitle: string;
  waitingFor: (name: string) => string;
  youWatch: string;
  out: string;
  botPlaysOn: (bot: string) => string;
  timeLeft: (name: string, time: string) => string;
  minutesSeconds: (minutes: number, seconds: number) => string;
  daysHours: (days: number, hours: number) => string;
  secondsLeft: Counted;
  chat: string;
  chatUnread: Counted;
  chatEmpty: string;
  chatSay: string;
  chatSend: string;
  chatWho: string;
  sayWho: string;
  askUndo: string;
  undoAsked: string;
  undoAskedBy: (name: string) => string;
  undoWaiting: (names: string) => string;
  undoRefused: (name: string) => string;
  agree: string;
  refuse: string;
  resign: string;
  resignSure: string;
  resignYes: string;
  resignNo: string;
  gaveUp: (name: string, you: boolean) => string;
  ranOutOfTime: (name: string, you: boolean) => string;

  // The end
  ended: Record<How, string>;
  ratingNow: (after: string, change: string) => string;
  rematch: string;
  rematchGo: string;
  rematchAsked: string;
}

const en = (one: string, other: string): Counted => counted("en", one, other);
const fr = (one: string, other: string): Counted => counted("fr", one, other);

export const sharedEn: SharedWords = {
  noSharedTable: "There is no such table",
  closedTable: "This table was closed",
  closedTableWhy: "Whoever opened it closed it before the game began.",
  invitedOnly: "This table is for those who were invited",
  invitedOnlyWhy: "Ask whoever opened it for the link of the invitation.",
  toLobby: "To the lobby",
  reconnecting: "Reconnecting…",
  connectionLost: "The connection was lost before the answer came.",

  tableOf: (game) => `A table of ${game}`,
  youHost: "opened by you",
  seatNumber: (seat) => `Seat ${seat}`,
  free: "free",
  keptForYou: "kept for you",
  sitHere: "Sit down here",
  sitHereAt: (seat) => `Sit down here, on seat ${seat}`,
  getUp: "Get up",
  whatIsYourName: "What is your name?",
  nameOnce: "The others see it. You are asked only once.",
  hostActs: (seat) => `Seat ${seat}: for whom?`,
  freeThisSeat: "Free the seat",
  putBot: (level) => `Bot, level ${level}`,
  keepSeatFor: "Keep it for…",
  keepSeat: "Keep it",
  forWhom: "For whom",
  inviteTitle: "Invite",
  inviteAbout: "Whoever opens this link may sit down.",
  inviteLink: "Link of the invitation",
  copyLink: "Copy the link",
  sendLink: "Send it…",
  inviteMessage: (game) => `Come and play ${game} with me:`,
  inviteSeat: (name) => `Only this link leads to the seat that is kept for ${name}:`,
  beginGame: "Begin the game",
  seatsMissing: en("# seat is still empty.", "# seats are still empty."),
  hostWillBegin: (name) => `All seats are taken: ${name} can begin the game.`,
  closeTable: "Close the table",
  closeSure: "Close the table for everyone?",
  commitmentTitle: "Fair draws",
  commitmentAbout: "This is the fingerprint of the secret from which, together with a word from each player’s browser, everything will be drawn; at the end the secret is told, and everyone can check that it was never changed.",
  watching: en("# watching", "# watching"),
  here: "here",
  away: "away",

  yourTurnTitle: "Your turn",
  waitingFor: (name) => `Waiting for ${name}.`,
  youWatch: "You are watching.",
  out: "out",
  botPlaysOn: (bot) => `out, ${bot} plays on`,
  timeLeft: (name, time) => `${name}: ${time} left`,
  minutesSeconds: (minutes, seconds) => `${minutes} min ${seconds} s`,
  daysHours: (days, hours) => (days > 0 ? `${days} d ${hours} h` : `${hours} h`),
  secondsLeft: en("You have # second left.", "You have # seconds left."),
  chat: "Chat",
  chatUnread: en("# unread message", "# unread messages"),
  chatEmpty: "Nobody has said anything yet.",
  chatSay: "Say something",
  chatSend: "Send",
  chatWho: "Whoever has said their name can talk here.",
  sayWho: "Say your name",
  askUndo: "Ask to take back",
  undoAsked: "The others are asked whether you may take your move back.",
  undoAskedBy: (name) => `${name} would like to take the last move back.`,
  undoWaiting: (names) => `Waiting for the answer of ${names}.`,
  undoRefused: (name) => `${name} would rather play on.`,
  agree: "Agree",
  refuse: "Refuse",
  resign: "Give up…",
  resignSure: "Give this game up? You cannot come back to it.",
  resignYes: "Give up",
  resignNo: "Play on",
  gaveUp: (name, you) => (you ? "You gave up." : `${name} gave up.`),
  ranOutOfTime: (name, you) => (you ? "You ran out of time." : `${name} ran out of time.`),

  ended: {
    counted: "Played to the end and counted.",
    resigned: "All others gave up.",
    time: "The last of the others ran out of time.",
  },
  ratingNow: (after, change) => `Rating ${after} (${change})`,
  rematch: "Rematch",
  rematchGo: "To the rematch",
  rematchAsked: "There is a rematch: a table is waiting for you.",
};

export const sharedFr: SharedWords = {
  noSharedTable: "Cette table n’existe pas",
  closedTable: "Cette table a été fermée",
  closedTableWhy: "Qui l’avait ouverte l’a fermée avant le début de la partie.",
  invitedOnly: "Cette table est réservée aux invités",
  invitedOnlyWhy: "Demandez le lien d’invitation à qui l’a ouverte.",
  toLobby: "Vers le salon",
  reconnecting: "Reconnexion…",
  connectionLost: "La connexion s’est perdue avant la réponse.",

  tableOf: (game) => `Une table de ${game}`,
  youHost: "ouverte par vous",
  seatNumber: (seat) => `Place ${seat}`,
  free: "libre",
  keptForYou: "gardée pour vous",
  sitHere: "S’asseoir ici",
  sitHereAt: (seat) => `S’asseoir ici, à la place ${seat}`,
  getUp: "Se lever",
  whatIsYourName: "Comment vous appelez-vous ?",
  nameOnce: "Les autres le voient. On ne vous le demande qu’une fois.",
  hostActs: (seat) => `Place ${seat} : pour qui ?`,
  freeThisSeat: "Libérer la place",
  putBot: (level) => `Robot, niveau ${level}`,
  keepSeatFor: "Garder pour…",
  keepSeat: "Garder",
  forWhom: "Pour qui",
  inviteTitle: "Inviter",
  inviteAbout: "Qui ouvre ce lien peut s’asseoir.",
  inviteLink: "Lien d’invitation",
  copyLink: "Copier le lien",
  sendLink: "Envoyer…",
  inviteMessage: (game) => `Viens jouer à ${game} avec moi :`,
  inviteSeat: (name) => `Seul ce lien mène à la place gardée pour ${name} :`,
  beginGame: "Commencer la partie",
  seatsMissing: fr("Il reste # place à prendre.", "Il reste # places à prendre."),
  hostWillBegin: (name) => `Toutes les places sont prises : ${name} peut commencer la partie.`,
  closeTable: "Fermer la table",
  closeSure: "Fermer la table pour tout le monde ?",
  commitmentTitle: "Tirages loyaux",
  commitmentAbout: "Voici l’empreinte du secret d’où tout sera tiré, avec un mot du navigateur de chaque joueur ; à la fin, le secret est révélé, et chacun peut vérifier qu’il n’a jamais changé.",
  watching: fr("# spectateur", "# spectateurs"),
  here: "présent",
  away: "absent",

  yourTurnTitle: "À vous",
  waitingFor: (name) => `On attend ${name}.`,
  youWatch: "Vous regardez.",
  out: "éliminé",
  botPlaysOn: (bot) => `éliminé, ${bot} joue à sa place`,
  timeLeft: (name, time) => `${name} : encore ${time}`,
  minutesSeconds: (minutes, seconds) => `${minutes} min ${seconds} s`,
  daysHours: (days, hours) => (days > 0 ? `${days} j ${hours} h` : `${hours} h`),
  secondsLeft: fr("Il vous reste # seconde.", "Il vous reste # secondes."),
  chat: "Discussion",
  chatUnread: fr("# message non lu", "# messages non lus"),
  chatEmpty: "Personne n’a encore rien dit.",
  chatSay: "Dire quelque chose",
  chatSend: "Envoyer",
  chatWho: "Qui a dit son nom peut parler ici.",
  sayWho: "Dire son nom",
  askUndo: "Demander à reprendre",
  undoAsked: "On demande aux autres si vous pouvez reprendre votre coup.",
  undoAskedBy: (name) => `${name} aimerait reprendre le dernier coup.`,
  undoWaiting: (names) => `On attend la réponse de ${names}.`,
  undoRefused: (name) => `${name} préfère continuer.`,
  agree: "Accepter",
  refuse: "Refuser",
  resign: "Abandonner…",
  resignSure: "Abandonner cette partie ? Vous ne pourrez pas y revenir.",
  resignYes: "Abandonner",
  resignNo: "Continuer à jouer",
  gaveUp: (name, you) => (you ? "Vous avez abandonné." : `${name} a abandonné.`),
  ranOutOfTime: (name, you) => (you ? "Votre temps est écoulé." : `Le temps de ${name} est écoulé.`),

  ended: {
    counted: "Jouée jusqu’au bout et comptée.",
    resigned: "Tous les autres ont abandonné.",
    time: "Le temps du dernier adversaire est écoulé.",
  },
  ratingNow: (after, change) => `Classement ${after} (${change})`,
  rematch: "Revanche",
  rematchGo: "Vers la revanche",
  rematchAsked: "Une revanche vous attend à une nouvelle table.",
};
