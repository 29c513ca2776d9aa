import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { Problem } from '#server/http/problem.ts'
import type { ActeurEnSession } from '#server/session/acteur.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { isWhole } from '#tests/support/extent.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

const rounds = isWhole ? 100 : 5
/** How many run at once. */
export const parallel = 50
export const patience = { timeout: rounds * 12_000 }

/** A person as a request finds them that their session's token has let in. */
export function acteurDe({ id, email, nom, prenom, role, token }: PersonneDeTest): ActeurEnSession {
  return { id, email, nom, prenom, role, emailConfirme: true, credential: { kind: 'session', jti: jtiOf(token) } }
}

/** The session a token belongs to. */
export function jtiOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }
  return claims.jti
}

/**
 * Runs `work` while a transaction that has done `first` is open, and commits once `work` waits for its locks (or is
 * over, which is what a missing lock looks like). On SQLite `work` waits for the transaction itself.
 * @returns how `work` ended
 */
export async function duringTransaction<T>(
  { parts, databaseUrl }: Pick<TestServer, 'parts' | 'databaseUrl'>,
  { first, work }: { first: (database: Database) => Promise<unknown>; work: () => Promise<T> },
): Promise<PromiseSettledResult<T>> {
  let running: Promise<T> | undefined
  await parts.database.transaction().execute(async (database) => {
    await first(database)
    let isOver = false
    running = work().finally(() => {
      isOver = true
    })
    running.catch(() => undefined)
    if (databaseUrl === null) return
    await expect.poll(async () => isOver || (await isAnyWaiting(database)), { interval: 5 }).toBe(true)
  })
  const [outcome] = await Promise.allSettled([running as Promise<T>])
  return outcome
}

/** Whether a statement of this database waits for a lock. PostgreSQL only. */
export async function isAnyWaiting(database: Database): Promise<boolean> {
  const waiting = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database)
  // Within a transaction PostgreSQL keeps the first look at this view.
  await sql`select pg_stat_clear_snapshot()`.execute(database)
  return (waiting.rows[0]?.n ?? 0) > 0
}

/** Runs all at once; refusals are outcomes, anything else fails the test. @returns what went through */
export async function atOnce<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(works.map((work) => work()))
  const broken = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !(outcome.reason instanceof Problem) ? [outcome.reason as unknown] : [],
  )
  expect(broken).toEqual([])
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

export async function eachRound(play: () => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await play()
}
