import { sql } from 'kysely'
import * as v from 'valibot'
import type { StatutMedia } from '#domain/media/media.ts'
import { type Database, notifyChannel } from '../database/database.ts'

const numero = v.number()

/** Something that screens show has changed, told once its transaction is committed. */
const changeSchema = v.variant('sujet', [
  v.object({ sujet: v.literal('notification'), utilisateurIds: v.array(numero) }),
  /** `estVisible`: members see it too, or saw it until now. */
  v.object({ sujet: v.literal('media'), evenementId: numero, auteurId: numero, estVisible: v.boolean() }),
  v.object({ sujet: v.literal('inscription'), evenementId: numero, utilisateurId: numero }),
])
export type Change = v.InferOutput<typeof changeSchema>

/** People named by one message: PostgreSQL takes no more than 8 000 bytes. */
const mostNamed = 500

/**
 * Tells a change, from inside the transaction that makes it: heard at its commit, never when it is undone. The same
 * statement serves both databases; SQLite's connection brings a function of that name.
 */
async function publishChange(database: Database, change: Change): Promise<void> {
  await sql`select pg_notify(${notifyChannel}, ${JSON.stringify(change)})`.execute(database)
}

/** Tells these people that they have something to read. */
export async function publishNotified(database: Database, people: readonly number[]): Promise<void> {
  const all = [...new Set(people)]
  for (let at = 0; at < all.length; at += mostNamed) {
    await publishChange(database, { sujet: 'notification', utilisateurIds: all.slice(at, at + mostNamed) })
  }
}

/** Tells that a media came, changed or went. @param before its statut until now, where it had one */
export function publishMediaChange(
  database: Database,
  { evenementId, auteurId, statut }: { evenementId: number; auteurId: number; statut: StatutMedia },
  before: StatutMedia | null = null,
): Promise<void> {
  const estVisible = statut === 'VALIDE' || before === 'VALIDE'
  return publishChange(database, { sujet: 'media', evenementId, auteurId, estVisible })
}

/** Tells that a registration came, changed or went. */
export function publishInscriptionChange(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
): Promise<void> {
  return publishChange(database, { sujet: 'inscription', evenementId, utilisateurId })
}

/** Where committed changes arrive on this node. */
export class Changes {
  readonly #listeners = new Set<(change: Change) => void>()

  /** @param payload as {@link publishChange} wrote it; anything else is dropped */
  receive(payload: string): void {
    const { success, output } = v.safeParse(changeSchema, parsed(payload))
    if (success) for (const listener of this.#listeners) listener(output)
  }

  /** @returns how to stop listening */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}
