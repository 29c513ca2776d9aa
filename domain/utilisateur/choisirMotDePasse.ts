/** How the account of a former guest, which has no password, gets one. */
export const choisirMotDePasse =
  'pour entrer aussi sur un autre appareil, choisissez un mot de passe : sur la page de connexion, « Mot de passe oublié ? » vous envoie un lien.'
