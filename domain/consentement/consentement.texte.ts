/**
 * The text a person says yes or no to, version 1.0. The proof of a consent keeps the hash of these words: a changed
 * word asks for a new version, never for an edit under the old one.
 */
export const texteConsentement = [
  "Éclats conserve les photos et les vidéos que vous déposez afin que l'organisateur de l'événement puisse les valider et les montrer aux participants de cet événement.",
  'Sont enregistrés avec elles : votre nom, votre adresse e-mail, vos inscriptions et la date de vos dépôts. Le lieu de prise de vue inscrit dans un fichier ne reste lisible que par vous.',
  'Votre accord vaut douze mois. Vous pouvez le retirer à tout moment depuis votre profil, exporter vos données ou supprimer votre compte.',
] as const
