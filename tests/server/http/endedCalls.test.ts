import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { askerOf } from '#tests/support/everyCall/asker.ts'
import { type Call, callsOf } from '#tests/support/everyCall/calls.ts'
import { Effect } from '#tests/support/everyCall/effect.ts'
import {
  begin,
  countedAttempts,
  end,
  endDeviceOf,
  type Ending,
  grantOf,
  openSecondNode,
  type SecondNode,
} from '#tests/support/everyCall/endings.ts'
import { allowed, guestMay } from '#tests/support/everyCall/rights.ts'
import { requestOf } from '#tests/support/everyCall/request.ts'
import { type State, Tables } from '#tests/support/everyCall/tables.ts'
import { workingCalls } from '#tests/support/everyCall/workingCalls.ts'
import { openWorld, type Persona, type World } from '#tests/support/everyCall/world.ts'
import { isWhole } from '#tests/support/extent.ts'
import { runHeld, wrapHeldCalls } from '#tests/support/heldCalls.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

type Credential = 'session' | 'grant'
interface Line {
  readonly name: string
  readonly endpoint: Endpoint
  readonly credential: Credential
  readonly ending: Ending
  /** The guest of the event, or the caller of the fixture. */
  readonly as: 'guest' | 'account'
}

/** Received bytes stay in the upload, which is no photo yet: the phone resumes later. */
const unfinished = { 'upload/patch': ['upload'], 'upload/multipart': ['upload'] } as Record<string, string[]>
/** Calls that complete a photo. An unfinished upload is none: access is checked again when it is complete. */
const depositing = new Set(['upload/patch', 'upload/multipart'])
/**
 * The state of a payment provider is outside our transactions. The credential is last checked where the attempt is
 * counted, before the request to the provider.
 */
const atProvider = new Set(['abonnement/change', 'abonnement/annuler'])
const withGrant = /^(evenement\.deposant|upload\.proprietaire|media\.moderateur)$/

/** A cancelled registration signs a guest out. */
const guestEndings: readonly Ending[] = ['logout', 'registration cancelled']

function isForGuest(name: string, { access }: Endpoint): boolean {
  // The fixture's address change and link are for accounts.
  return guestMay.has(name) && allowed[access].includes('IN') && !['compte/changeMe', 'lien/join'].includes(name)
}

function linesOf({ name, endpoint }: { name: string; endpoint: Endpoint }): Line[] {
  const line = (credential: Credential, ending: Ending, as: Line['as'] = 'account'): Line => ({
    name,
    endpoint,
    credential,
    ending,
    as,
  })
  const credentials: Credential[] = withGrant.test(endpoint.access) ? ['session', 'grant'] : ['session']
  const endings: Ending[] = depositing.has(name) ? ['logout', 'registration cancelled', 'consent revoked'] : ['logout']
  const guest = isForGuest(name, endpoint) ? guestEndings.map((ending) => line('session', ending, 'guest')) : []
  return [...credentials.flatMap((credential) => endings.map((ending) => line(credential, ending))), ...guest]
}

/** Public calls have no credential that could end. */
const lines = allEndpoints()
  .filter(({ endpoint }) => !['GET', 'HEAD', 'OPTIONS'].includes(endpoint.method))
  .filter(({ endpoint }) => endpoint.access !== 'public')
  .flatMap(linesOf)
/** The quick set skips some of the steps after the first check of the credential. */
const steps = isWhole ? { first: 1, apart: 1 } : { first: 2, apart: 4 }
/** Calls that the quick set holds at least. */
const fewest = 300
/** Stored files, and files of unfinished uploads. */
const folders = ['medias', 'recus']

let server: TestServer
let node: SecondNode
let world: World
let calls: Readonly<Record<string, Call>>
let grants: Readonly<Record<'upload' | 'moderation', string>>
let tables: Tables
let kept: string
let holds = 0
beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server)
  calls = { ...callsOf(world), ...(await workingCalls(server, world)) }
  const { PU, OP } = world.people
  grants = {
    upload: await grantOf(server, world, PU, 'upload'),
    moderation: await grantOf(server, world, OP, 'moderation'),
  }
  node = await openSecondNode(server)
  for (const { parts } of isOnPostgres() ? [] : [server, node])
    await sql`pragma synchronous = off`.execute(parts.database)
  tables = await Tables.of(server.parts)
  kept = await mkdtemp(join(tmpdir(), 'eclats-fins-'))
  for (const folder of folders) await cp(join(server.dataDir, folder), join(kept, folder), { recursive: true })
  await wrapHeldCalls(server.parts.database)
})
afterAll(async () => {
  console.log(`${holds} calls of ${lines.length} lines held`)
  await node.stop()
  await server.stop()
  await rm(kept, { recursive: true, force: true })
})

function callOf(name: string): Call {
  const call = calls[name]
  if (!call) throw new Error(`no row: ${name}`)
  return call
}

/** The caller; uploads run as the person with the upload, consent and grant of the fixture. */
function callerOf({ name, endpoint, as }: Line): Exclude<Persona, 'AN'> {
  if (as === 'guest') return 'IN'
  if (endpoint.access === 'evenement.deposant') return 'PU'
  const persona = askerOf(endpoint, callOf(name))
  return persona === 'AN' ? 'PE' : persona
}

async function make(line: Line): Promise<number> {
  const { name, endpoint, credential } = line
  const call = callOf(name)
  const grant = endpoint.access === 'media.moderateur' ? grants.moderation : grants.upload
  const token = credential === 'grant' ? grant : world.people[callerOf(line)].token
  const { method, url, headers, body } = requestOf(endpoint, call, token)
  const answer = await server.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  return answer.statusCode
}

function endFor(line: Line): Promise<void> {
  if (line.endpoint.access === 'refreshCookie') return endDeviceOf(node, callOf(line.name).headers?.['cookie'])
  return end(node, world, line.ending, world.people[callerOf(line)])
}

/** Only uploads change files at once; other calls leave them to the sweeper. */
async function restore({ name }: Line): Promise<void> {
  await server.parts.medias.jobs.idle()
  await tables.restore()
  for (const folder of name.startsWith('upload/') ? folders : []) {
    await rm(join(server.dataDir, folder), { recursive: true })
    await cp(join(kept, folder), join(server.dataDir, folder), { recursive: true })
  }
}

/** @returns answer and state of an undisturbed call, and of the ending after it */
async function callThenEnd(line: Line) {
  await restore(line)
  const status = await make(line)
  await endFor(line)
  await server.parts.medias.jobs.idle()
  return { status, state: await tables.read() }
}

/** The database when the ending was committed and the call had not continued yet. */
interface Seen {
  readonly state: State
  readonly attempts: number
}

/** Holds a call before its n-th step until the ending is committed, or waits for a lock of the call. */
async function heldCall(line: Line, at: number) {
  let ending = Promise.resolve()
  const outcome: { seen: Seen | null } = { seen: null }
  const meanwhile = async () => {
    const { underWay, isOver } = await begin(node, () => endFor(line))
    ending = underWay
    const { database } = node.parts
    if (isOver) outcome.seen = { state: await tables.read(database), attempts: await countedAttempts(node) }
  }
  const { result: status, held } = await runHeld({ at, meanwhile }, () => make(line))
  await ending
  await server.parts.medias.jobs.idle()
  return { status, held, seen: outcome.seen }
}

/** On PostgreSQL every step of a transaction is tested too, which takes minutes. */
const isTried = isWhole || !isOnPostgres()

describe.skipIf(!isTried)('orders a call before or after the concurrent end of its credential', () => {
  test.each(lines)('$name by $credential of the $as, $ending', async (line) => {
    await restore(line)
    const before = await tables.read()
    const attempts = await countedAttempts(node)
    await endFor(line)
    const ended = await tables.read()
    const [first, second] = [await callThenEnd(line), await callThenEnd(line)]
    expect(second.status).toBe(first.status)
    const effect = new Effect(before, [first.state, second.state], unfinished[line.name])
    const none = effect.shapeOf(ended)
    expect(effect.shapeOf(second.state)).toBe(effect.after)
    const wrong: unknown[] = []
    for (let at = steps.first; ; at += steps.apart) {
      await restore(line)
      const { status, held, seen } = await heldCall(line, at)
      if (held === null) break
      holds += 1
      const shape = effect.shapeOf(await tables.read())
      const isAsked = atProvider.has(line.name) && seen !== null && seen.attempts > attempts
      const isAfter = seen !== null && effect.shapeOf(seen.state) === none && !isAsked
      const isGood = status === first.status
      if (isGood && shape !== effect.after) wrong.push(['good answer without its effect', at, held, status])
      if (isGood && isAfter && none !== effect.after) wrong.push(['effect after the end', at, held, status])
      if (!isGood && shape !== none) wrong.push(['refused with an effect', at, held, status])
      if (!isGood && ![401, 403, 404].includes(status)) wrong.push(['unclear refusal', at, held, status])
    }
    expect(wrong).toEqual([])
  })
})

test.skipIf(!isTried)(`holds at least ${fewest} calls`, () => {
  expect(holds).toBeGreaterThanOrEqual(fewest)
})
