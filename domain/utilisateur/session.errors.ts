/** Refusals of sessions and logins: domain/contract/errors.ts joins all. */
export const sessionErrors = {
  'session.requise': { status: 401, message: 'Connectez-vous pour continuer.' },
  'session.expiree': { status: 401, message: 'Votre session a expiré. Reconnectez-vous.' },
  'session.fusionnee': {
    status: 401,
    message: 'Vos photos sont maintenant dans votre compte : connectez-vous pour continuer.',
  },
  'session.donnees_supprimees': { status: 401, message: "Vos données ont été supprimées d'Éclats." },
  'session.participation_terminee': {
    status: 401,
    message: "L'organisateur a mis fin à votre participation à cet événement.",
  },
  'session.identifiants': { status: 401, message: 'E-mail ou mot de passe incorrect.' },
  'session.reprise_refusee': {
    status: 401,
    message:
      "Ce code n'est plus valable : il sert une fois, pendant 10 minutes. Demandez-en un autre sur votre premier appareil.",
  },
  'session.compte_desactive': { status: 403, message: 'Ce compte est désactivé.' },
  'session.compte_archive': {
    status: 403,
    message:
      'Votre compte est archivé, faute de connexion depuis un an. Rouvrez-le par le lien que nous vous avons envoyé par e-mail.',
  },
  'session.code_requis': { status: 401, message: "Saisissez le code de votre application d'authentification." },
  'session.code_incorrect': { status: 401, message: 'Ce code est incorrect ou a déjà servi.' },
  'session.cle_requise': { status: 401, message: "Utilisez votre clé d'accès, ou saisissez un code." },
  'session.cle_refusee': {
    status: 401,
    message: "Cette clé d'accès n'a pas été acceptée. Recommencez, ou connectez-vous autrement.",
  },
  'session.cle_copiee': {
    status: 401,
    message:
      "Cette clé d'accès a été refusée : elle semble avoir été copiée. Connectez-vous autrement, puis supprimez-la de votre profil.",
  },
} as const
