import type { KeptDecision } from '#upload-queue/decisions/decision.ts'

let serial = 0

/** A decision to validate, due at once, of person 1 in event 7; each later than the one before. */
export function uneDecision(change: Partial<KeptDecision> = {}): KeptDecision {
  serial += 1
  return {
    id: String(serial).padStart(8, '0'),
    ownerId: 1,
    mediaId: serial,
    evenementId: 7,
    geste: 'valider',
    raison: null,
    version: 1,
    name: 'Photo de Zoé Lambert, 21:08',
    acte: `acte ${serial}`,
    decidedAt: 0,
    heldUntil: 0,
    isTried: false,
    state: 'kept',
    cause: null,
    refusedGrant: null,
    refusal: null,
    ...change,
  }
}
