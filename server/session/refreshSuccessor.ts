import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { isoFromNow, type Clock } from '../clock.ts'
import type { RefreshTokenTable } from '../database/tables/people.ts'
import { derivedKey, type Secrets } from '../secrets.ts'

type Row = Selectable<RefreshTokenTable>

/** In ms: two tabs, or a retry after a lost response, send the same secret within moments. */
const retryMs = 60_000

/**
 * Derives the only successor of a refresh secret, so that a retry gets the same one although the database stores only
 * hashes. Without the key, neither an old secret nor a copy of the database reveals it.
 */
export function successorOf(secrets: Secrets, secret: string): string {
  const key = derivedKey(secrets, 'eclats refresh successor')
  return createHmac('sha256', key).update(secret).digest('base64url')
}

/**
 * Whether a used secret may be used again: within a minute, and before its successor is used.
 * @param rows the used secret, and its successor if there is one
 */
export function isRefreshRetry(clock: Clock, { used, successor }: { used: Row; successor: Row | undefined }): boolean {
  const isRecent = used.utiliseLe !== null && used.utiliseLe > isoFromNow(clock, -retryMs)
  return isRecent && successor !== undefined && successor.utiliseLe === null
}
