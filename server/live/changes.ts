import { sql } from 'kysely'
import * as v from 'valibot'
import type { StatutMedia } from '#domain/media/media.ts'
import { type Database, notifyChannel } from '../database/database.ts'

const id = v.number()

/** A change of visible data, published when its transaction is committed. */
const changeSchema = v.variant('sujet', [
  v.object({ sujet: v.literal('notification'), utilisateurIds: v.array(id) }),
  /** `estVisible`: members see the media, or saw it before. `estGalerie`: the whole gallery was opened or closed. */
  v.object({
    sujet: v.literal('media'),
    evenementId: id,
    auteurId: id,
    estVisible: v.boolean(),
    estGalerie: v.optional(v.boolean(), false),
  }),
  /** `utilisateurId`: null when the event changed for all registered people. */
  v.object({ sujet: v.literal('inscription'), evenementId: id, utilisateurId: v.nullable(id) }),
])
export type Change = v.InferOutput<typeof changeSchema>

/** PostgreSQL limits a payload to 8 000 bytes. */
const maxPerMessage = 500

/**
 * Publishes a change inside its transaction: it is delivered at the commit and dropped at a rollback. Both databases
 * use the same statement; SQLite's connection defines a function of that name.
 */
async function publishChange(database: Database, change: v.InferInput<typeof changeSchema>): Promise<void> {
  await sql`select pg_notify(${notifyChannel}, ${JSON.stringify(change)})`.execute(database)
}

/** Publishes that these people have new notifications. */
export async function publishNotified(database: Database, people: readonly number[]): Promise<void> {
  const all = [...new Set(people)]
  for (let at = 0; at < all.length; at += maxPerMessage) {
    await publishChange(database, { sujet: 'notification', utilisateurIds: all.slice(at, at + maxPerMessage) })
  }
}

/** Publishes a new, changed or removed media. @param before its former statut, if it had one */
export function publishMediaChange(
  database: Database,
  { evenementId, auteurId, statut }: { evenementId: number; auteurId: number; statut: StatutMedia },
  before: StatutMedia | null = null,
): Promise<void> {
  const estVisible = statut === 'VALIDE' || before === 'VALIDE'
  return publishChange(database, { sujet: 'media', evenementId, auteurId, estVisible })
}

/**
 * Publishes that the gallery was opened to the members or closed: their phones load what they may see now, and the event,
 * which says when that changes.
 */
export async function publishGalerieChange(
  database: Database,
  { id: evenementId, createurId: auteurId }: { id: number; createurId: number },
): Promise<void> {
  await publishChange(database, { sujet: 'media', evenementId, auteurId, estVisible: true, estGalerie: true })
  await publishChange(database, { sujet: 'inscription', evenementId, utilisateurId: null })
}

/** Publishes a new, changed or deleted registration: the person and the organiser load it again. */
export function publishInscriptionChange(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
): Promise<void> {
  return publishChange(database, { sujet: 'inscription', evenementId, utilisateurId })
}

/** Publishes that an event has another statut, or an earlier one again: the people who are registered load it again. */
export function publishStatutChange(database: Database, evenementId: number): Promise<void> {
  return publishChange(database, { sujet: 'inscription', evenementId, utilisateurId: null })
}

/** Publishes that an organiser created or revoked a link of an event: their other screens load the links again. */
export function publishLienChange(
  database: Database,
  { evenementId, createurId }: { evenementId: number; createurId: number },
): Promise<void> {
  return publishChange(database, { sujet: 'inscription', evenementId, utilisateurId: createurId })
}

/** Publishes that an organiser changed, deleted or restored an event: their other screens load it and its media again. */
export async function publishEvenementChange(
  database: Database,
  { id: evenementId, createurId }: { id: number; createurId: number },
): Promise<void> {
  await publishChange(database, { sujet: 'media', evenementId, auteurId: createurId, estVisible: false })
  await publishChange(database, { sujet: 'inscription', evenementId, utilisateurId: createurId })
}

/** Distributes committed changes on this node. */
export class Changes {
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #onMissed = new Set<() => void>()

  /** @param payload from {@link publishChange}; ignored when invalid */
  receive(payload: string): void {
    const { success, output } = v.safeParse(changeSchema, parseJson(payload))
    if (success) for (const listener of this.#listeners) listener(output)
  }

  /** Runs the listeners of {@link listenMissed}. To be called when this node may not have received all changes. */
  missed(): void {
    for (const listener of this.#onMissed) listener()
  }

  /** Runs `listener` when changes may be missing. @returns a function that removes it */
  listenMissed(listener: () => void): () => void {
    this.#onMissed.add(listener)
    return () => this.#onMissed.delete(listener)
  }

  /** @returns a function that removes the listener */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}
