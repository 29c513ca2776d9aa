import { type Clock, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Parts } from '../parts.ts'
import type { Courriel } from './mailer.ts'

const attempts = 8

/** Puts a message into the outbox, in the transaction of what causes it: neither goes without the other. */
export async function enqueueMail(database: Database, clock: Clock, courriel: Courriel): Promise<void> {
  const row = { ...courriel, creeLe: nowIso(clock) }
  await database.insertInto('courriel').values(row).execute()
}

/**
 * Delivers what waits in the outbox, oldest first. A message that fails stays with its error and is tried again at
 * the next call, eight times in all.
 */
export async function deliverMail({ database, clock, mailer }: Pick<Parts, 'database' | 'clock' | 'mailer'>) {
  const waiting = await database
    .selectFrom('courriel')
    .selectAll()
    .where('envoyeLe', 'is', null)
    .where('essais', '<', attempts)
    .orderBy('id')
    .limit(50)
    .execute()
  for (const courriel of waiting) {
    // Claimed by its count of tries: of two deliverers only one sends it.
    const claim = await database
      .updateTable('courriel')
      .set({ essais: courriel.essais + 1 })
      .where('id', '=', courriel.id)
      .where('essais', '=', courriel.essais)
      .where('envoyeLe', 'is', null)
      .executeTakeFirst()
    if (claim.numUpdatedRows === 0n) continue
    const outcome = await mailer.deliver(courriel).then(
      () => ({ envoyeLe: nowIso(clock), erreur: null }),
      (error: unknown) => ({ envoyeLe: null, erreur: String(error).slice(0, 500) }),
    )
    await database.updateTable('courriel').set(outcome).where('id', '=', courriel.id).execute()
  }
}
