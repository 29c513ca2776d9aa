/** Refusals of consents: domain/contract/errors.ts joins all. */
export const consentementErrors = {
  'consentement.absent': { status: 404, message: 'Aucun consentement actif.' },
  'consentement.introuvable': { status: 404, message: 'Consentement non trouvé' },
  'consentement.version': { status: 409, message: 'Le texte du consentement a changé. Relisez-le avant de répondre.' },
  'consentement.transition': { status: 409, message: 'Seul un consentement actif peut être révoqué.' },
} as const
