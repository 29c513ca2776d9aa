import { vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createGrant } from '#server/grant/grant.ts'
import type { Portee } from '#server/grant/grant.repository.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import type { Parts } from '#server/parts.ts'
import { secretHash } from '#server/secrets/secretHash.ts'
import { endSession } from '#server/session/session.usecases.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { acteurDe, isAnyWaiting } from '#tests/support/races.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'
import type { World } from './world.ts'

/** A second server process: its database connection and its routes. */
export interface SecondNode {
  readonly parts: Parts
  ask(method: 'POST' | 'PUT' | 'DELETE', path: string, person: PersonneDeTest, body?: object): Promise<void>
  stop(): Promise<void>
}

export async function openSecondNode({ dataDir, databaseUrl, clock, parts: { publicUrl } }: TestServer) {
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const parts = await openParts({ dataDir, databaseUrl, publicUrl, clock, payment: 'demonstration', report })
  const logger = createLogger('silent', { write: () => undefined })
  const app = await buildApp(parts, { logger, dist: null, trustedProxies: [] })
  const node: SecondNode = {
    parts,
    async ask(method, url, { token }, body) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({ method, url: `/api${url}`, headers, ...(body && { payload: body }) })
      if (answer.statusCode >= 500) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    },
    async stop() {
      await app.close()
      await parts.medias.stop()
      await parts.journal.flush()
      await parts.database.destroy()
      if (failures.length > 0) throw new AggregateError(failures, 'background work failed')
    },
  }
  return node
}

/** What ends during a call, requested on the second node by an allowed person. */
export type Ending = 'logout' | 'registration cancelled' | 'consent revoked'

export async function end(node: SecondNode, world: World, ending: Ending, caller: PersonneDeTest): Promise<void> {
  if (ending === 'logout') return node.ask('POST', '/auth/logout', caller)
  if (ending === 'consent revoked')
    return node.ask('DELETE', `/consentements-rgpd/${world.consentement}/revoquer`, caller)
  const path = `/evenements/${world.evenement}/participants/${caller.id}/statut`
  return node.ask('PUT', path, world.people.OP, { statutInscription: 'ANNULE' })
}

/**
 * Starts an ending and continues once it is committed, or waits for a lock held elsewhere. On SQLite there is nothing
 * to wait for outside transactions.
 * @returns the ending, and whether it is committed
 */
export async function begin(node: SecondNode, ending: () => Promise<void>) {
  let isOver = false
  const underWay = ending().finally(() => (isOver = true))
  underWay.catch(() => undefined)
  const { database } = node.parts
  if (!isOnPostgres()) await underWay
  else await vi.waitUntil(async () => isOver || (await isAnyWaiting(database)), { interval: 2, timeout: 120_000 })
  return { underWay, isOver }
}

/** Logs out the device of a refresh cookie. */
export async function endDeviceOf({ parts }: SecondNode, cookie = ''): Promise<void> {
  const { database } = parts
  const [, secret = ''] = cookie.split('=')
  const { famille } = await database
    .selectFrom('refreshToken')
    .select('famille')
    .where('hash', '=', secretHash(secret))
    .executeTakeFirstOrThrow()
  const { jti } = await database
    .selectFrom('session')
    .select('jti')
    .where('famille', '=', famille)
    .limit(1)
    .executeTakeFirstOrThrow()
  await endSession(parts, jti)
}

/** Number of attempts counted against rate limits, which a call counts before it asks the payment provider. */
export async function countedAttempts({ parts }: SecondNode): Promise<number> {
  const rows = await parts.database.selectFrom('tentative').select('id').execute()
  return rows.length
}

/** A grant that was issued to a session of this person and ends with it. */
export async function grantOf({ parts }: TestServer, world: World, person: PersonneDeTest, portee: Portee) {
  const request = { acteur: acteurDe(person), evenementId: world.evenement, portee }
  const { grant } = await createGrant(parts, request)
  return grant
}
