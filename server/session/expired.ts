import { dayMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

/** More than the 72 h of an upload grant: a logout finds the grants of a device by its older sessions. */
const sessionKeptDays = 7
/** Mail that was sent or given up is kept to answer questions about its delivery. */
const courrielKeptDays = 30

/** Deletes expired credentials, old mail that was sent or given up, and attempts that no limit counts. */
export async function forgetExpired({ database, clock }: DatabaseDeps): Promise<void> {
  const before = isoFromNow(clock, -sessionKeptDays * dayMs)
  await database.deleteFrom('session').where('expire', '<', before).execute()
  await database.deleteFrom('refreshToken').where('expire', '<', before).execute()
  await database.deleteFrom('appareil').where('expire', '<', before).execute()
  await database.deleteFrom('jeton').where('expire', '<', before).execute()
  await database.deleteFrom('defi').where('expire', '<', nowIso(clock)).execute()
  await database.deleteFrom('albumLien').where('expire', '<', nowIso(clock)).execute()
  const mailBefore = isoFromNow(clock, -courrielKeptDays * dayMs)
  await database.deleteFrom('courriel').where('envoyeLe', '<', mailBefore).execute()
  // The index of waiting mail serves it: mail that was given up was never sent.
  await database.deleteFrom('courriel').where('envoyeLe', 'is', null).where('abandonneLe', '<', mailBefore).execute()
  await database
    .deleteFrom('tentative')
    .where('instant', '<', isoFromNow(clock, -2 * dayMs))
    .execute()
}
