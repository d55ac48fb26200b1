// What happens at a table: moves as sentences, announcements, looking back, the end, the first moves with a coach.

import { counted } from "../counted";
import type { telling as english } from "../en/telling";

/** Verbs whose second person is not the third with a z. */
const IRREGULAR: Record<string, string> = {
  fait: "faites",
  prend: "prenez",
  reprend: "reprenez",
  met: "mettez",
  remet: "remettez",
};

/** The second person of the verb that a told move begins with: "pose" becomes "posez". */
function secondPerson(what: string): string {
  const said = what.replace(/^\p{L}+/u, (verb) => IRREGULAR[verb] ?? (verb.endsWith("e") ? `${verb}z` : verb));
  return said.replace(/^(\p{L}+) (?:sa|son) /u, "$1 votre ").replace(/^(\p{L}+) ses /u, "$1 vos ");
}

export const telling: typeof english = {
  does: (name, what, you) => `${name} ${you ? secondPerson(what) : what}`,
  pointsFor: (points, why) => `${points} : ${why}`,
  andThen: (first, then) => `${first}, puis ${then}`,
  theDeal: "La donne",
  player: "Joueur",
  continue: "Continuer",

  advises: (what) => secondPerson(what),

  // Looking back
  lookingBack: (move, moves) =>
    move === 0 ? "Retour en arrière : le début" : `Retour en arrière : coup ${move} sur ${moves}`,
  backToGame: "Revenir à la partie",
  newMoves: counted("fr", "# nouveau coup", "# nouveaux coups"),

  // The end
  winning: (names, many, you) =>
    you ? (many ? `${names} gagnez` : "Vous gagnez !") : `${names} ${many ? "gagnent" : "gagne"}`,
  sharing: (names, you) => (you ? `${names} partagez la victoire` : `${names} se partagent la victoire`),
  tieDecided: "Les points sont égaux : les règles départagent.",
  tieShared: "Les points sont égaux : la victoire est partagée.",
  againstLevel: (level) => `Contre le niveau ${level}`,
  wonAgainst: (won, games, level) =>
    games === 1
      ? `C’était votre première partie contre le niveau ${level}.`
      : `Vous avez gagné ${won} ${won > 1 ? "parties" : "partie"} sur ${games} contre le niveau ${level}.`,
  lookBack: "Revoir",
  result: "Résultat",
  foldResult: "Replier le résultat",

  // Sharing
  shareTitle: "Partager cette partie",
  sharePicture: "Partager",
  downloadPicture: "Télécharger l’image",
  pictureOf: (game) => `Une image de la table, ${game}`,
  copyLink: "Copier le lien",
  pictureComing: "L’image se prépare…",
  noPicture: "L’image n’a pas pu être faite.",

  // The coach
  coach: "Vos premiers coups",
  coachOf: (move, moves) => `Premiers pas ${move}/${moves}`,
  coachPick: "Prenez une de vos pièces : les endroits où elle va s’éclairent.",
  coachPlace: "La pièce va partout où un endroit s’éclaire. Choisissez-en un.",
  coachLay: "Tournez la pièce si vous voulez, puis posez-la.",
  coachAct: "Rien ne peut être posé pour l’instant : utilisez le bouton en bas.",
  coachNumbers: "Les numéros montrent ce que les autres viennent de poser.",
  coachDone: "Vous savez l’essentiel. H donne un conseil ; la leçon et les règles sont à l’accueil.",
  coachDoneTouch: "Vous savez l’essentiel. La lampe donne un conseil ; la leçon et les règles sont à l’accueil.",
  coachSkip: "Passer les premiers pas",
  coachEnd: "Continuer à jouer",
};
