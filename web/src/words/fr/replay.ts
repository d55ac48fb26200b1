// Replays and records.

import { counted } from "../counted";
import type { replay as english } from "../en/replay";

export const replay: typeof english = {
  // Replay
  replay: "relecture",
  replayOf: (game) => `Relecture de ${game}`,
  replayAbout: "Revoyez une partie coup par coup ; partagez un moment, ou jouez la suite à partir de là.",
  yourTables: "Vos tables",
  finished: "terminée",
  unfinished: "en cours",
  openRecord: "Ouvrir une partie",
  chooseFile: "Choisir un fichier…",
  pasteRecord: "Ou collez le texte d’une partie :",
  open: "Ouvrir",
  openAnother: "Ouvrir une autre partie",
  theBeginning: "Le début.",
  first: "Aller au début",
  previous: "Coup précédent",
  next: "Coup suivant",
  last: "Aller à la fin",
  playOn: "Lecture automatique",
  pause: "Pause",
  timeline: "Chronologie",
  playFromHere: "Jouer à partir d’ici",
  shareMoment: "Copier le lien",
  verify: "Vérifier la partie",
  allLegal: counted("fr", "# coup ou tirage, permis.", "# coups et tirages, tous permis."),
  commitment: "Engagement (SHA-256 de la graine)",
  seed: "Graine",
  proofHow:
    "L’engagement a été publié avant le premier tirage. Avec le texte de la partie, chacun peut vérifier que la graine lui correspond et que chaque tirage en découle.",
};
