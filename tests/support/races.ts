import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { Problem } from '#server/http/problem.ts'
import type { ActeurEnSession } from '#server/session/acteur.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { isWhole } from '#tests/support/extent.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

const rounds = isWhole ? 100 : 5
export const parallel = 50
export const timeLimit = { timeout: 300_000 + rounds * 12_000 }

/** A person as authenticated by their session's token. */
export function acteurDe({ token, ...person }: PersonneDeTest): ActeurEnSession {
  const { id, email, nom, prenom, role } = person
  const credential = { kind: 'session', jti: jtiOf(token) } as const
  return { id, email, nom, prenom, role, emailConfirme: true, invite: email === '', credential }
}

export function jtiOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }
  return claims.jti
}

/**
 * Runs `work` while a transaction that has run `first` is open, and commits once `work` waits for its locks (or has
 * ended, which reveals a missing lock). On SQLite `work` waits for the transaction itself.
 * @returns the result of `work`
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
  // Within a transaction PostgreSQL caches this view.
  await sql`select pg_stat_clear_snapshot()`.execute(database)
  return (waiting.rows[0]?.n ?? 0) > 0
}

/** Runs all concurrently; refusals are results, any other error fails the test. @returns the successful results */
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
