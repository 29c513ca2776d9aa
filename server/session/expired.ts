import { isoFromNow, nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

const dayMs = 86_400_000
/** More than the 72 h of an upload grant: a logout finds the grants of a device by its older sessions. */
const sessionKeptDays = 7
/** Sent mail is kept to answer questions about its delivery. */
const courrielKeptDays = 30

/** Deletes expired credentials, old sent mail, and attempts that no limit counts any more. */
export async function forgetExpired({ database, clock }: DatabaseDeps): Promise<void> {
  const before = isoFromNow(clock, -sessionKeptDays * dayMs)
  await database.deleteFrom('session').where('expire', '<', before).execute()
  await database.deleteFrom('refreshToken').where('expire', '<', before).execute()
  await database.deleteFrom('appareil').where('expire', '<', before).execute()
  await database.deleteFrom('jeton').where('expire', '<', before).execute()
  await database.deleteFrom('defi').where('expire', '<', nowIso(clock)).execute()
  await database.deleteFrom('albumLien').where('expire', '<', nowIso(clock)).execute()
  await database
    .deleteFrom('courriel')
    .where('envoyeLe', '<', isoFromNow(clock, -courrielKeptDays * dayMs))
    .execute()
  await database
    .deleteFrom('tentative')
    .where('instant', '<', isoFromNow(clock, -2 * dayMs))
    .execute()
}
