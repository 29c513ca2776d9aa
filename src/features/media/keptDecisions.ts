import * as v from 'valibot'
import type { Decision } from './decisionQueue.ts'

const schema = v.array(
  v.object({
    mediaId: v.number(),
    evenementId: v.number(),
    statut: v.picklist(['VALIDE', 'REJETE']),
    raison: v.nullable(v.string()),
    version: v.number(),
    name: v.string(),
  }),
)
const keyOf = (utilisateurId: number) => `eclats.decisions.${utilisateurId}`

/** Decisions of this person that an earlier visit could not send. */
export function readDecisions(utilisateurId: number): readonly Decision[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(utilisateurId)) ?? '[]')
    return v.parse(v.fallback(schema, []), stored)
  } catch {
    return []
  }
}

/** Writes what is not sent yet; nothing stays when all is. */
export function writeDecisions(utilisateurId: number, decisions: readonly Decision[]): void {
  try {
    if (decisions.length === 0) localStorage.removeItem(keyOf(utilisateurId))
    else localStorage.setItem(keyOf(utilisateurId), JSON.stringify(v.parse(schema, decisions)))
  } catch {
    // A full storage costs what a closed tab leaves unsent; while it is open nothing is lost.
  }
}
