/** Refusals of the data of a person: domain/contract/errors.ts joins all. */
export const donneesErrors = {
  'donnees.introuvable': { status: 404, message: "Ce lien n'est plus valable : il sert une fois, pendant 24 heures." },
  'donnees.telechargement_en_cours': {
    status: 409,
    message:
      "Ce fichier est déjà en cours de téléchargement. S'il n'arrive pas, ouvrez de nouveau le lien dans deux minutes.",
  },
} as const
