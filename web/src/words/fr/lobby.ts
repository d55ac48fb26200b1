// The lobby, and the form that opens a shared table.

import { counted } from "../counted";
import type { lobby as english } from "../en/lobby";
import { length } from "../length";

const days = counted("fr", "un jour par coup", "# jours par coup");

export const lobby: typeof english = {
  // The lobby
  lobby: "Salon",
  lobbyAbout: "Asseyez-vous où une place est libre, regardez une partie, ou ouvrez votre propre table.",
  openATable: "Ouvrir une table",
  openATableOf: (game) => `Ouvrir une table de ${game}`,
  invite: "Inviter",
  playWithOthers: "Jouer avec des gens ailleurs",
  yourTurnIn: counted("fr", "c’est à vous dans # partie", "c’est à vous dans # parties"),
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
  nobodyRated:
    "Personne n’a encore terminé de partie classée de ce jeu. Ouvrez une table classée, et soyez le premier.",
  takeASeat: "S’asseoir",
  takeASeatAt: (game, host) => `S’asseoir : ${game}, avec ${host}`,
  goThere: "Y aller",
  watch: "Regarder",
  watchAt: (game, names) => `Regarder : ${game}, ${names}`,
  playOnHere: "Jouer",
  toTheTable: "La table",
  freeSeat: "libre",
  freeSeats: counted("fr", "# place libre", "# places libres"),
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
  gamesPlayed: counted("fr", "# partie", "# parties"),
  gamesColumn: "Parties",

  // A new table with friends
  whereToPlay: "Où",
  onThisDevice: "Ici, sur cet appareil",
  withFriends: "Avec des amis, à distance",
  withFriendsAbout: "Chacun devant son écran. Vous recevez un lien à leur envoyer ; pas besoin de compte.",
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
    if (clock.kind === "game")
      return clock.increment === 0
        ? `${length(clock.seconds)} chacun`
        : `${length(clock.seconds)} chacun, ${length(clock.increment)} de plus par coup`;
    return days(clock.days);
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
};
