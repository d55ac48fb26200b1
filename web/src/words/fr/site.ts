// The frame of the site: home, header, settings, about, rules, network trouble.

import { counted } from "../counted";
import type { site as english } from "../en/site";

export const site: typeof english = {
  // The site
  tagline: "Jeux où l’on pose et empile",
  welcome:
    "Asseyez-vous et jouez, seul contre un robot tendre ou impitoyable, ou entre amis, devant un même écran ou à distance. Sans compte, sans installation ; une fois ouvert, tout ce qui ne demande personne d’autre marche sans réseau.",
  siteNav: "Site",
  skipToMain: "Aller au contenu",
  about: "À propos",
  replays: "Revoir",
  rules: "Règles",
  play: "Jouer",
  resume: "Reprendre",
  newGame: "Nouvelle partie…",
  newGameDots: "Nouvelle partie…",
  companionShort: "Avec la vraie boîte",
  toHome: "Accueil",
  independence:
    "Tablée est indépendante des éditeurs des jeux. Les noms disent seulement quelles règles on joue ; tous les textes et dessins sont les nôtres.",
  lost: "Cette page n’existe pas",
  lostWhy: "Cette adresse ne mène nulle part. Toutes les tables commencent à l’accueil.",
  laying: "On met la table…",
  newVersion: "Une nouvelle version est prête.",
  reload: "Recharger",
  close: "Fermer",
  menu: "Menu",
  lesson: "Première leçon",
  learn: "Apprendre",
  stepOf: (step, of) => `étape ${step} sur ${of}`,
  stepBefore: "Retour",
  stepNext: "Continuer",
  stepSkip: "Passer",
  stepPlay: "Jouer une partie",
  aboutTexts: [
    [
      "Ce que c’est",
      "Une tablée, c’est la compagnie autour d’une table. Celle-ci réunit des gens et des robots autour de jeux où l’on pose et empile. Règles et robots tournent dans votre navigateur : d’une partie sur cet appareil, rien n’est envoyé nulle part. Seule une table partagée avec des gens ailleurs se trouve sur le serveur.",
    ],
    [
      "Indépendante",
      "Tablée n’a aucun lien avec les éditeurs ou les auteurs des jeux imprimés. Leurs noms disent seulement quelles règles on joue. Tous les textes et dessins ont été faits pour ce projet. Là où les règles imprimées laissent un point ouvert, la page des règles signale notre décision.",
    ],
    [
      "Sans réseau",
      "Une fois ouverte, la page marche hors ligne, sauf pour jouer avec des gens ailleurs. Votre navigateur peut proposer de l’installer comme une application. Les parties sur cet appareil sont gardées dans ce navigateur seulement.",
    ],
    [
      "Mélanges loyaux",
      "Avant le premier tirage, le programme s’engage sur une graine secrète ; ensuite, la relecture montre que tout a été tiré comme elle le dit. Personne ne peut choisir ce qui vient.",
    ],
    ["Licence", "Logiciel libre, sous licence MIT ou Apache 2.0, au choix."],
  ],

  // Settings
  settings: "Réglages",
  language: "Langue",
  theme: "Couleurs",
  motion: "Mouvement",
  sound: "Sons (bois sur bois)",
  asTheSystem: "Comme le système",
  light: "Claires",
  dark: "Sombres",
  reduced: "Réduit",
  full: "Entier",

  // The network
  needsNetwork: "il faut le réseau pour cela, et le serveur ne répond pas",
  tryAgainIn: counted("fr", "réessayez dans une seconde", "réessayez dans # secondes"),
  tryAgain: "Réessayer",
  noLongerSignedIn: "Le serveur ne connaît plus ce navigateur : vous êtes déconnecté.",
  signInAgain: "votre compte a été déconnecté de cet appareil : reconnectez-vous, ou continuez en invité",

  // Rules
  rulesOf: (game) => `Les règles de ${game}`,
  noRules: "Ces règles n’existent pas",
  decisionWhy: "Les règles imprimées laissent ce point ouvert ; c’est ainsi que cette maison le tranche.",
  samplePictures: ["L’ouverture", "Le milieu d’une partie", "La fin"],

  // For programs
  api: [
    "Pour les programmes",
    "Tout ce qu’une personne peut faire ici, un programme le peut aussi : ouvrir une table, s’asseoir, jouer, suivre une partie. La description dit comment ; votre page crée les clés.",
  ],
  apiLink: "La description de l’interface (OpenAPI)",
};
