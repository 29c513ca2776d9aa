/**
 * The text that a person accepts or declines, version 1.0. The proof of a consent keeps the hash of this text: a changed
 * word needs a new version, never an edit of the old one.
 */
export const texteConsentement = [
  "Éclats conserve les photos et les vidéos que vous déposez afin que l'organisateur de l'événement puisse les valider et les montrer aux participants de cet événement.",
  'Sont enregistrés avec elles : votre nom, votre adresse e-mail, vos inscriptions et la date de vos dépôts. Le lieu de prise de vue inscrit dans un fichier ne reste lisible que par vous.',
  'Votre accord vaut douze mois. Vous pouvez le retirer à tout moment depuis votre profil, exporter vos données ou supprimer votre compte.',
] as const
