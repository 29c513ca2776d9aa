/** Refusals of the data of a person: domain/contract/errors.ts joins all. */
export const donneesErrors = {
  'donnees.introuvable': { status: 404, message: "Ce lien n'est plus valable : il sert une fois, pendant 24 heures." },
} as const
