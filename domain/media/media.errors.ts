/** Refusals of media: domain/contract/errors.ts joins all. */
export const mediaErrors = {
  'media.introuvable': { status: 404, message: 'Média non trouvé' },
  'media.acces_refuse': { status: 403, message: "Vous n'êtes pas autorisé à voir les médias de cet événement." },
  'media.suppression_refusee': {
    status: 403,
    message: "Impossible de supprimer le média. Il n'a peut-être pas encore été validé ou vous n'êtes pas l'auteur.",
  },
  'media.version': { status: 409, message: 'Ce média a déjà été {statut} {quand} {auteur}.' },
  'media.transition': { status: 409, message: 'Un média supprimé ne change plus de statut.' },
  'media.deja_rejete': { status: 409, message: "L'organisateur a déjà rejeté {media} : « {raison} »." },
  'media.plus_rejete': { status: 409, message: "Ce média n'est plus rejeté." },
  'media.retrait_demande': {
    status: 409,
    message: "Une personne visible sur {media} en a demandé le retrait : un nouvel envoi n'est pas possible.",
  },
  'media.renvoye': {
    status: 409,
    message: "Cette photo a été envoyée de nouveau depuis : elle est déjà dans l'événement.",
  },
  'media.autorisation_expiree': {
    status: 403,
    message: "L'autorisation de décider hors connexion a expiré. Reconnectez-vous.",
  },
  'media.occupe': {
    status: 429,
    message: "Trop de téléchargements en même temps. Attendez la fin de l'un d'eux.",
  },
  'media.variante_absente': { status: 404, message: "Cet aperçu n'est pas disponible." },
} as const
