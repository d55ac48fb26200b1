// One's own games: games to resume, results, the curve of wins; and practice.

import { counted } from "../counted";
import type { myGames as english } from "../en/my-games";

const won = counted("fr", "# gagnée", "# gagnées");
const shared = counted("fr", "# partagée", "# partagées");
const lost = counted("fr", "# perdue", "# perdues");

export const myGames: typeof english = {
  // The page
  myGames: "Mes parties",
  myGamesAbout: "Vos parties sur cet appareil et en ligne, et leurs résultats.",
  inProgress: "En cours",
  resumeNamed: (game, when) => `Reprendre : ${game}, ${when}`,
  onDevice: "sur cet appareil",
  online: "en ligne",
  against: (names) => `contre ${names}`,
  removeGame: "Retirer",
  removeNamed: (game, when) => `Retirer : ${game}, ${when}`,
  removeSure: "Retirer cette partie ?",
  removeAbout: (game) => `Votre partie inachevée de ${game} sera effacée de cet appareil.`,
  noGamesYet: "Pas encore de partie",
  firstGame: "Installez-vous pour une première partie. Vous la retrouverez ici, avec vos résultats.",
  results: "Résultats",
  noResults: "Pas encore de résultat. Toute partie terminée contre des robots ou en ligne compte ici.",
  outcomes: { won: "Gagnée", shared: "Partagée", lost: "Perdue" },
  tallied: (wins, ties, losses) => [won(wins), ...(ties > 0 ? [shared(ties)] : []), lost(losses)].join(", "),
  people: "entre joueurs",
  otherBots: "autres robots",
  levelsAgainst: (levels) => `niveaux ${levels}`,
  currentStreak: "Série en cours",
  longestStreak: "Plus longue série",
  longestStreakOf: (wins) => `plus longue série : ${wins}`,
  winsInARow: counted("fr", "# victoire", "# victoires"),
  bestScore: "Meilleur score",
  bestScoreOf: (points) => `meilleur score : ${points}`,
  mostPoints: (points, players) => `${points}, à ${players} joueurs`,
  balanceTitle: "Parties gagnées moins parties perdues",
  leadTitle: "Écart de points avec le meilleur adversaire",
  curveInWords: (games, tally, last) =>
    `${games}, de la plus ancienne à la plus récente : ${tally}. Maintenant : ${last}.`,
  finalScore: (mine, best) => `${mine} à ${best}`,
  noResultHere: "Terminée",
  resultsKept: "Les résultats des parties sur cet appareil ne sont enregistrés que dans ce navigateur.",
  exportResults: "Télécharger les résultats",
  eraseResults: "Effacer les résultats…",
  eraseResultsSure: "Effacer les résultats ?",
  eraseResultsAbout:
    "Vos résultats sur cet appareil seront effacés définitivement. Les parties enregistrées restent, de même que vos parties en ligne.",
  resultsErased: "Les résultats ont été effacés.",

  // Practice
  practice: "entraînement",
  practiceGames: "Entraînement",
  practiceGamesAbout:
    "Les parties où un tirage a été annulé, ou qui reprennent une partie revue. Elles ne comptent pas.",
  practiceAsk: "Annuler aussi ce qui a été révélé ?",
  practiceAbout:
    "Vous avez vu ce qui vient, et cela reviendra tel quel. À partir d’ici, la partie devient un entraînement : elle ne comptera pas dans vos résultats.",
  practiceYes: "Annuler et s’entraîner",
  practiceNo: "Garder mon coup",
};
