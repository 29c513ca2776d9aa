import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClockWatch } from '#server/clockWatch.ts'
import { runJobs } from '#server/jobs.ts'
import { unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let server: TestServer
let uptime: number
let reports: unknown[]
beforeEach(async () => {
  server = await startTestServer()
  uptime = 0
  reports = []
})
afterEach(() => server.stop())

function startedProcess(): ClockWatch {
  return new ClockWatch({ ...server.parts, report: (error) => reports.push(error), uptime: () => uptime })
}

test('accepts the clock at a first start and at a restart within a week', async () => {
  expect(await startedProcess().isTrusted()).toBe(true)
  server.clock.advance(6 * dayMs)
  expect(await startedProcess().isTrusted()).toBe(true)
  expect(reports).toEqual([])
})

test('rejects a clock that is a month ahead at the start and reports it once', async () => {
  await startedProcess().isTrusted()
  server.clock.advance(31 * dayMs)
  const watch = startedProcess()
  expect([await watch.isTrusted(), await watch.isTrusted()]).toEqual([false, false])
  expect(reports.map(String)).toEqual([expect.stringContaining('Check the time of this machine')])
})

test('rejects a clock that jumps ahead while the service runs', async () => {
  const watch = startedProcess()
  await watch.isTrusted()
  server.clock.advance(40 * dayMs)
  expect(await watch.isTrusted()).toBe(false)
})

test('still rejects the clock after a restart within the day', async () => {
  await startedProcess().isTrusted()
  server.clock.advance(31 * dayMs)
  await startedProcess().isTrusted()
  uptime += 12 * hourMs
  expect(await startedProcess().isTrusted()).toBe(false)
})

test('accepts the clock again when it is corrected, or after a day of running', async () => {
  await startedProcess().isTrusted()
  server.clock.advance(31 * dayMs)
  const watch = startedProcess()
  expect(await watch.isTrusted()).toBe(false)
  server.clock.advance(-31 * dayMs)
  expect(await watch.isTrusted()).toBe(true)
  server.clock.advance(60 * dayMs)
  expect(await watch.isTrusted()).toBe(false)
  uptime += 24 * hourMs
  expect(await watch.isTrusted()).toBe(true)
})

test('archives and erases no account while the clock is distrusted', async () => {
  const { parts, clock } = server
  const { id } = await unUtilisateur(server)
  await runJobs(parts, startedProcess())
  clock.advance(800 * dayMs)
  const watch = startedProcess()
  await runJobs(parts, watch)
  const account = () =>
    parts.database
      .selectFrom('utilisateur')
      .select(['archiveLe', 'effaceLe'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await account()).toEqual({ archiveLe: null, effaceLe: null })
  uptime += 24 * hourMs
  await runJobs(parts, watch)
  expect((await account()).archiveLe).not.toBeNull()
})
