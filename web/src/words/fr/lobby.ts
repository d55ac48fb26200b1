// The lobby, and the form that opens a shared table.

import { counted } from "../counted";
import type { lobby as english } from "../en/lobby";
import { length } from "../length";
import { afterDe } from "../naming";

const days = counted("fr", "un jour par coup", "# jours par coup");

export const lobby: typeof english = {
  // The lobby
  lobby: "Salon",
  lobbyAbout: "Prenez une place libre, regardez une partie ou ouvrez votre propre table.",
  openATable: "Ouvrir une table",
  openATableOf: (game) => `Ouvrir une table de ${game}`,
  invite: "Inviter",
  playWithOthers: "Jouer à distance",
  yourTurnIn: counted("fr", "à vous de jouer dans # partie", "à vous de jouer dans # parties"),
  yourTurnHere: "À vous de jouer",
  yourTurnAt: (game) => `À vous de jouer dans la partie de ${game}.`,
  yourGames: "Vos parties",
  noGames: "Vous n’avez aucune partie en cours. Asseyez-vous à une table ouverte, ou ouvrez-en une.",
  openTables: "Tables ouvertes",
  noOpenTables: "Aucune table n’est ouverte en ce moment. Ouvrez-en une : elle apparaîtra ici aussitôt.",
  beingPlayed: "Parties en cours",
  nobodyPlays: "Aucune partie à regarder en ce moment.",
  finishedGames: "Parties terminées",
  nothingFound: "Aucune partie terminée ne correspond. Essayez un autre nom, ou tous les jeux.",
  noFinished: "Aucune partie publique n’est encore terminée. La vôtre pourrait être la première.",
  bestPlayers: "Meilleurs joueurs",
  bestPlayersAbout: "D’après les parties cotées, joueurs et robots confondus.",
  nobodyRated: "Personne n’a encore terminé de partie cotée. Ouvrez une table cotée et soyez le premier.",
  takeASeat: "S’asseoir",
  takeASeatAt: (game, host) => `S’asseoir : ${game}, avec ${host}`,
  goThere: "Voir la table",
  watch: "Regarder",
  watchAt: (game, names) => `Regarder : ${game}, ${names}`,
  playOnHere: "Jouer",
  toTheTable: "Voir la table",
  isGuest: "invité",
  freeSeat: "libre",
  freeSeats: counted("fr", "# place libre", "# places libres"),
  noSeatFree: "aucune place libre",
  justNow: "à l’instant",
  reservedFor: (name) => `réservée à ${name}`,
  openedBy: (name) => `ouverte par ${name}`,
  waitingForOthers: "en attente de joueurs",
  mayBegin: "tout le monde est là : la partie peut commencer",
  turnOfOther: (name) => `au tour ${afterDe(name)}`,
  byInvitation: "sur invitation",
  rated: "cotée",
  unrated: "non cotée",
  searchPlayer: "Joueur",
  searchGame: "Jeu",
  allGames: "Tous les jeux",
  search: "Chercher",
  more: "Afficher plus",
  rank: "Rang",
  player: "Joueur",
  rating: "Cote",
  gamesPlayed: counted("fr", "# partie", "# parties"),
  gamesColumn: "Parties",

  // A new table with friends
  whereToPlay: "Où",
  onThisDevice: "Ici, sur cet appareil",
  withFriends: "À distance, avec des amis",
  withFriendsAbout: "Chacun joue sur son écran. Vous recevez un lien à envoyer ; aucun compte n’est nécessaire.",
  openSeat: "Ouverte à tous",
  meHere: "Vous",
  keepFor: "Réservée à…",
  reservedForWhom: (seat) => `À qui la place ${seat} est réservée`,
  aFriend: "Nom d’un ami",
  clockTitle: "Pendule",
  clockKinds: { none: "Sans pendule", move: "Temps par coup", game: "Temps par partie", days: "Jours par coup" },
  clockLength: "Durée",
  clock: (clock) => {
    if (clock.kind === "none") return "sans pendule";
    if (clock.kind === "move") return `${length(clock.seconds)} par coup`;
    if (clock.kind === "game")
      return clock.increment === 0
        ? `${length(clock.seconds)} chacun`
        : `${length(clock.seconds)} chacun, plus ${length(clock.increment)} par coup`;
    return days(clock.days);
  },
  whoMayCome: "Qui peut venir",
  anyone: "Tout le monde",
  anyoneAbout: "La table figure au salon : chacun peut s’y asseoir ou regarder.",
  invited: "Sur invitation",
  invitedAbout: "Seules les personnes qui ont le lien voient la table.",
  ratedTitle: "Cote",
  ratedYes: "Cotée",
  ratedNo: "Pour le plaisir",
  ratedAbout:
    "Une partie cotée modifie la cote de chaque joueur. Chacun doit avoir un compte, et aucun coup ne s’annule.",
  ratedNeedsAccount: "Les parties cotées demandent un compte, afin que chaque cote soit attachée à un compte.",
  ratedSitWhy: "Cette partie est cotée : il faut un compte pour s’asseoir.",
  ratedSignIn: "Créer un compte ou se connecter",
  openTheTable: "Ouvrir la table",
};
