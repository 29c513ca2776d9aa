import type { Entree, Identite } from '#domain/lien/lien.ts'
import { nowIso } from '#server/clock.ts'
import { insertLien, type LienRow } from '#server/lien/lien.repository.ts'
import type { Parts } from '#server/parts.ts'
import { newSecret } from '#server/secrets/secrets.ts'

interface LienInput {
  readonly evenementId: number
  readonly entree?: Entree
  readonly identite?: Identite
  readonly revoqueLe?: string
}

/** Creates a link to an event, direct and open by default. */
export function unLien(
  { parts }: { readonly parts: Parts },
  { evenementId, entree = 'DIRECTE', identite = 'COMPTE', revoqueLe }: LienInput,
): Promise<LienRow> {
  const code = newSecret().slice(0, 22)
  const creeLe = nowIso(parts.clock)
  return insertLien(parts.database, { evenementId, code, entree, identite, creeLe, revoqueLe: revoqueLe ?? null })
}
