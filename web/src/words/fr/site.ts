// The frame of the site: home, header, settings, about, rules, network trouble.

import { counted } from "../counted";
import type { site as english } from "../en/site";

export const site: typeof english = {
  // The site
  tagline: "Jeux de pose et de construction",
  welcome:
    "Prenez place et jouez : seul contre des robots, du plus tendre au plus impitoyable, ou entre amis, sur le même écran ou à distance. Sans compte ni installation ; une fois la page chargée, tout fonctionne hors ligne, sauf les parties à distance.",
  siteNav: "Site",
  skipToMain: "Aller au contenu",
  about: "À propos",
  replays: "Revoir",
  rules: "Règles",
  play: "Jouer",
  resume: "Reprendre",
  newGame: "Nouvelle partie…",
  companionShort: "Avec la vraie boîte",
  toHome: "Accueil",
  independence:
    "Tablée est indépendante des éditeurs des jeux. Leurs noms indiquent seulement quelles règles s’appliquent ; textes et dessins sont les nôtres.",
  lost: "Page introuvable",
  lostWhy: "Il n’y a rien à cette adresse. Toutes les tables commencent à l’accueil.",
  laying: "On met la table…",
  newVersion: "Une nouvelle version est disponible.",
  reload: "Recharger",
  close: "Fermer",
  menu: "Menu",
  lesson: "Première leçon",
  learn: "Apprendre à jouer",
  stepOf: (step, of) => `étape ${step} sur ${of}`,
  stepBefore: "Retour",
  stepNext: "Suivant",
  stepSkip: "Passer",
  stepPlay: "Jouer une partie",
  aboutTexts: [
    [
      "Qu’est-ce que c’est ?",
      "Une tablée, c’est l’ensemble des personnes réunies autour d’une table. Celle-ci rassemble joueurs et robots autour de jeux de pose et de construction. Les règles et les robots tournent dans votre navigateur : une partie jouée sur cet appareil n’en sort pas. Seules les tables partagées à distance se trouvent sur le serveur.",
    ],
    [
      "Indépendance",
      "Tablée n’a aucun lien avec les éditeurs ni les auteurs des jeux imprimés. Leurs noms indiquent seulement quelles règles s’appliquent. Tous les textes et dessins ont été créés pour ce projet. Quand les règles imprimées laissent une question ouverte, la page des règles signale notre décision.",
    ],
    [
      "Hors ligne",
      "Une fois la page chargée, tout fonctionne hors ligne, sauf les parties à distance. Votre navigateur peut proposer de l’installer comme une application. Les parties jouées sur cet appareil ne sont enregistrées que dans ce navigateur.",
    ],
    [
      "Tirages équitables",
      "Avant le premier tirage, le programme s’engage sur une graine secrète ; ensuite, la relecture montre que tous les tirages en découlent. Personne ne peut choisir ce qui sort.",
    ],
    [
      "Licence",
      "Logiciel libre, sous licence MIT ou Apache 2.0, au choix. Les polices, Fraunces et Figtree, sont sous licence SIL Open Font License.",
    ],
  ],

  // Settings
  settings: "Réglages",
  language: "Langue",
  theme: "Thème",
  motion: "Animations",
  sound: "Sons (bois sur bois)",
  asTheSystem: "Comme le système",
  light: "Clair",
  dark: "Sombre",
  reduced: "Réduites",
  full: "Complètes",
  botPace: "Les robots jouent",
  slow: "Lentement",
  normal: "À un rythme normal",
  fast: "Vite",
  drop: "Lâcher une pièce",
  dropLays: "La pose",
  dropPreviews: "La montre d’abord",

  // The network
  needsNetwork: "cette action demande une connexion, et le serveur ne répond pas",
  tryAgainIn: counted("fr", "réessayez dans # seconde", "réessayez dans # secondes"),
  tryAgain: "Réessayer",
  noLongerSignedIn: "Le serveur ne reconnaît plus ce navigateur : vous êtes déconnecté.",
  signInAgain: "vous avez été déconnecté sur cet appareil : reconnectez-vous, ou continuez en tant qu’invité",

  // Rules
  rulesOf: (game) => `Règles de ${game}`,
  noRules: "Règles introuvables",
  decisionWhy: "Les règles imprimées laissent ce point ouvert ; voici notre décision.",
  samplePictures: ["L’ouverture", "En cours de partie", "La fin"],

  // For programs
  api: [
    "Pour les développeurs",
    "Un programme peut faire tout ce que fait une personne : ouvrir une table, s’asseoir, jouer, suivre une partie. La documentation de l’API explique comment ; les clés se créent sur votre page.",
  ],
  apiLink: "Documentation de l’API (OpenAPI)",
};
