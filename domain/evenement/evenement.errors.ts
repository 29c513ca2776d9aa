/** Refusals of events: domain/contract/errors.ts joins all. */
export const evenementErrors = {
  'evenement.introuvable': { status: 404, message: 'Événement non trouvé' },
  'evenement.acces_refuse': { status: 403, message: "Vous n'êtes pas autorisé à consulter cet événement." },
  'evenement.quota_atteint': { status: 400, message: "Quota d'événements actifs ({n}) atteint." },
  'evenement.version': { status: 409, message: 'Cet événement a été modifié entre-temps, {quand} {auteur}.' },
  'evenement.capacite': {
    status: 409,
    message:
      'La capacité maximale ne peut pas être inférieure à {n}, le nombre de places déjà prises (inscriptions validées : {valides}, invitations sans réponse : {invitations})',
  },
  'evenement.dates': { status: 400, message: 'La date de fin doit être postérieure à la date de début' },
} as const
