import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { isoFromNow, type Clock } from '../clock.ts'
import type { RefreshTokenTable } from '../database/tables/people.ts'
import { derivedKey, type Secrets } from '../secrets.ts'

type Row = Selectable<RefreshTokenTable>

/** Two tabs, or a phone whose answer got lost, present the same secret within moments. Milliseconds. */
const retryMs = 60_000

/**
 * The one secret that follows a refresh secret. It is computed, so that a retry gets the same one although the database
 * keeps hashes alone; an old secret or a copy of the database does not give it away without the key.
 */
export function successorOf(secrets: Secrets, secret: string): string {
  const key = derivedKey(secrets, 'eclats refresh successor')
  return createHmac('sha256', key).update(secret).digest('base64url')
}

/**
 * Whether a used secret may be presented once more: within a minute of its use, and before its successor was used.
 * @param rows the used secret, and its successor if there is one
 */
export function isRefreshRetry(clock: Clock, { used, successor }: { used: Row; successor: Row | undefined }): boolean {
  const isRecent = used.utiliseLe !== null && used.utiliseLe > isoFromNow(clock, -retryMs)
  return isRecent && successor !== undefined && successor.utiliseLe === null
}
