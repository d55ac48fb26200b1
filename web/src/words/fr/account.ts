// The player's own page: name, account, ratings, keys, data.

import type { account as english } from "../en/account";

export const account: typeof english = {
  // Name and account
  me: "Vous",
  meNobody: "Vous n’avez pas dit qui vous êtes ; ce n’est utile que pour jouer avec des gens ailleurs.",
  youAre: (name) => `Vous jouez sous le nom de ${name}.`,
  yourName: "Votre nom",
  yourNameHint: "celui que les autres voient à la table",
  change: "Changer",
  saved: "C’est noté.",
  becomeGuest: "Continuer en invité",
  guest: "Invité",
  guestAbout: "Vous êtes invité : seul ce navigateur sait que c’est vous.",
  accountAbout:
    "Vous avez un compte : avec votre nom et votre phrase de passe, vous revenez de n’importe quel appareil.",
  makeAccount: "Créer un compte",
  makeAccountAbout:
    "Un nom et une phrase de passe gardent vos parties et vos cotes, et permettent de continuer sur un autre appareil. On ne vous demande pas d’adresse ; personne ne pourra donc vous envoyer une phrase oubliée.",
  accountMade: "Vous avez maintenant un compte.",
  accountName: "Nom",
  passPhrase: "Phrase de passe",
  passPhraseHint: "quelques mots que vous seul mettriez ensemble",
  signIn: "Se connecter",
  signInAbout: "Vous avez déjà un compte ? Soyez vous-même aussi sur cet appareil.",
  signInLeavesGuest: "L’invité que vous êtes reste en arrière : ce navigateur l’oublie.",
  signedInAs: (name) => `Bienvenue, ${name}.`,
  signOut: "Se déconnecter de cet appareil",
  signedOut: "Vous êtes déconnecté.",
  signOutGuest:
    "Un invité qui se déconnecte ne peut pas revenir : ses parties et ses cotes restent sans joueur. Créez d’abord un compte si vous voulez les garder.",
  yourRatings: "Vos cotes",
  noRatings: "Vous n’avez pas encore terminé de partie classée.",
  notifications: "Notifications",
  notifyMyTurn: "Me prévenir quand c’est à moi, même si je regarde ailleurs",
  notifyRefused: "On a dit à votre navigateur de ne pas le permettre ; ses réglages peuvent changer cela.",
  notifyImpossible: "Ce navigateur ne sait pas le faire.",
  keysForPrograms: "Clés pour programmes",
  keysAbout:
    "Un programme qui joue ou lit pour vous a besoin d’une clé à lui. Vous décidez de ce qu’elle permet, et pouvez la reprendre à tout moment.",
  keyLabel: "À quoi elle sert",
  keyLabelHint: "mon robot",
  keyMay: "Elle permet de",
  scopes: {
    play: "ouvrir des tables, s’asseoir et jouer",
    chat: "parler à la table",
    read: "voir vos parties et vos données",
    manage: "changer qui vous êtes",
  },
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
  exportAbout:
    "Tout ce que le serveur garde de vous, en un fichier : qui vous êtes, vos clés sans leurs secrets, vos cotes, et vos parties avec tout ce qui s’y est passé.",
  exportAll: "Tout télécharger",
  eraseAll: "Tout effacer…",
  eraseAbout:
    "Votre nom, votre compte, vos cotes et ce que vous avez dit disparaissent pour de bon. Vos parties en cours sont abandonnées ; celles que d’autres ont jouées avec vous restent, sans votre nom.",
  eraseSure: "Tout effacer ?",
  eraseType: (name) => `Pour en être sûr, écrivez votre nom : ${name}`,
  eraseNow: "Effacer pour de bon",
  erased: "Tout est effacé. Plus personne ne vous connaît ici.",
  cancel: "Annuler",
};
