/**
 * The text that a person accepts or declines, version 1.0. The proof of a consent keeps the hash of this text: a
 * changed word needs a new version, never an edit of the old one.
 */
const texteConsentement = [
  "Éclats conserve les photos et les vidéos que vous déposez afin que l'organisateur de l'événement puisse les valider et les montrer aux participants de cet événement.",
  'Sont enregistrés avec elles : votre nom, votre adresse e-mail, vos inscriptions et la date de vos dépôts. Le lieu de prise de vue inscrit dans un fichier ne reste lisible que par vous.',
  'Votre accord vaut douze mois. Vous pouvez le retirer à tout moment depuis votre profil, exporter vos données ou supprimer votre compte.',
] as const

/**
 * The same version for a guest, who has given no address and has no account. The version decides whether a consent is
 * valid; the hash in the proof identifies the text that was shown.
 */
const texteConsentementInvite = [
  texteConsentement[0],
  "Sont enregistrés avec elles : le prénom et le nom que vous donnez, votre inscription et la date de vos dépôts ; une adresse e-mail seulement si vous la donnez pour garder l'accès à vos photos. Le lieu de prise de vue inscrit dans un fichier ne reste lisible que par vous.",
  'Votre accord vaut douze mois. Vous pouvez le retirer à tout moment depuis votre profil, exporter vos données ou les supprimer.',
] as const

/** The text that a person accepts or declines. @param invite whether they are, or become, a guest */
export function texteConsentementDe({ invite }: { readonly invite: boolean }): readonly string[] {
  return invite ? texteConsentementInvite : texteConsentement
}
