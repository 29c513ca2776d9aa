import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMail } from '#server/jobs.ts'
import { isWhole } from '#tests/support/extent.ts'
import { requestOf } from '#tests/support/everyCall/request.ts'
import { guests } from '#tests/support/everyCall/world.ts'
import { Tables } from '#tests/support/everyCall/tables.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { Draw, type Drawn } from '#tests/support/twoTenants/draw.ts'
import { holdsMark, leakOf, type Outgoing } from '#tests/support/twoTenants/leaks.ts'
import { Streams } from '#tests/support/twoTenants/streams.ts'
import { openTenant, type Tenant, tokenOf } from '#tests/support/twoTenants/tenant.ts'

const count = isWhole ? 10_000 : 2000
/** TENANT_SEED selects another sequence. */
const seed = Number(process.env['TENANT_SEED'] ?? 20_261_121)
/** Then the state is reset: after the deletion of its event a fixture has little that could leak. */
const callsABlock = 25
const shelves = ['medias', 'apercus', 'recus', 'exports']

let server: TestServer
let tenants: readonly [Tenant, Tenant]
let tables: Tables
let kept: string
let streams: Streams
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  tenants = [await openTenant(server, 'quetzalcoatl'), await openTenant(server, 'wombatesque')]
  await runMail(server.parts, server.app.log)
  await sql`pragma synchronous = off`.execute(server.parts.database)
  tables = await Tables.of(server.parts)
  kept = await mkdtemp(join(tmpdir(), 'eclats-locataires-'))
  for (const shelf of shelves) await cp(join(server.dataDir, shelf), join(kept, shelf), { recursive: true })
  streams = new Streams(server)
})
afterAll(async () => {
  streams.close()
  // A preconnected but unused connection of the client would delay the close.
  server.app.server.closeAllConnections()
  await server.stop()
  await rm(kept, { recursive: true, force: true })
})

const timeLimit = { timeout: 300_000 + count * 120 }

test(`leaks no data of another organiser in ${count} calls by people of two organisers`, timeLimit, async () => {
  const draw = new Draw(randomFrom(seed), tenants)
  const leaks: string[] = []
  const answered = { good: 0, refused: 0, ofGuests: 0, broken: [] as string[] }
  const asked = new Set<string>()
  for (let made = 0; made < count; made += 1) {
    if (made % callsABlock === 0) {
      leaks.push(...(await mailLeaks()))
      await restore()
    }
    const drawn = draw.next()
    const { status, outgoing } = await make(drawn)
    const leak = leakOf(outgoing, drawn.foreign)
    if (leak !== null) leaks.push(`${leak} of ${titleOf(drawn)} (call ${made}, ${status})`)
    if (status >= 500) answered.broken.push(`${titleOf(drawn)}: ${status}`)
    answered[status < 400 ? 'good' : 'refused'] += 1
    if (status < 400 && guests.has(drawn.persona)) answered.ofGuests += 1
    asked.add(drawn.name)
  }
  leaks.push(...(await mailLeaks()))
  console.log(
    `seed ${seed}: ${answered.good} good answers (${answered.ofGuests} to guests), ${answered.refused} refusals, ${streams.heard} frames, ${asked.size} lines`,
  )
  expect([...leaks, ...streams.leaks]).toEqual([])
  expect(answered.broken).toEqual([])
  // The test would prove nothing if most calls were refused.
  expect(answered.good).toBeGreaterThan(count / 5)
  expect(answered.ofGuests).toBeGreaterThan(count / 50)
  expect(streams.heard).toBeGreaterThan(0)
})

test('finds a marker in any encoding', () => {
  const [one, other] = tenants
  const sees = (body: Buffer, headers = {}) => leakOf({ body, headers }, other)
  const metadata = (before: string) => Buffer.from(`${before}${other.marque}.jpg`).toString('base64')
  expect(sees(Buffer.from(`{"titre":"Mariage ${other.marque.toUpperCase()}"}`))).toBe('the body')
  for (const before of ['', 'I', 'IM']) expect(sees(Buffer.alloc(0), { m: metadata(before) })).toBe('a header')
  expect(sees(Buffer.from(other.marque, 'utf16le'))).toBe('the body')
  expect(sees(Buffer.from(JSON.stringify(one.calls)))).toBeNull()
})

async function make({ endpoint, call, mine, persona }: Drawn): Promise<{ status: number; outgoing: Outgoing }> {
  const { method, url, headers, body } = requestOf(endpoint, call, tokenOf(mine, persona))
  if (endpoint.path === '/live') {
    const hangUp = new AbortController()
    const answer = await fetch(`${server.address}${url}`, { headers, signal: hangUp.signal })
    hangUp.abort()
    return { status: answer.status, outgoing: { headers: Object.fromEntries(answer.headers), body: Buffer.alloc(0) } }
  }
  const answer = await server.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  return { status: answer.statusCode, outgoing: { headers: answer.headers, body: answer.rawPayload } }
}

function titleOf({ name, mine, persona, call }: Drawn): string {
  return `${persona} of ${mine.marque}: ${name} ${JSON.stringify(call.params)}${call.query}`
}

/** Mails that name both, pending or in the outbox. */
async function mailLeaks(): Promise<string[]> {
  await server.parts.medias.jobs.idle()
  const waiting = await server.parts.database.selectFrom('courriel').selectAll().execute()
  await runMail(server.parts, server.app.log)
  const outbox = join(server.dataDir, 'outbox')
  await mkdir(outbox, { recursive: true })
  const sent = await Promise.all(
    (await readdir(outbox)).map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  await rm(outbox, { recursive: true, force: true })
  const namesBoth = (message: unknown) =>
    tenants.every((tenant) => holdsMark(Buffer.from(JSON.stringify(message)), tenant))
  return [...waiting, ...sent].filter(namesBoth).map((message) => `a message: ${JSON.stringify(message)}`)
}

async function restore(): Promise<void> {
  await tables.restore()
  for (const shelf of shelves) {
    await rm(join(server.dataDir, shelf), { recursive: true, force: true })
    await cp(join(kept, shelf), join(server.dataDir, shelf), { recursive: true })
  }
  await streams.open(tenants)
}
