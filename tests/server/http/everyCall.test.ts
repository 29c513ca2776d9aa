import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { isoFromNow, nowIso } from '#server/clock.ts'
import { signToken } from '#server/session/token.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { type Call, callsOf } from '#tests/support/everyCall/calls.ts'
import { allowed, guestMay, refusalOf } from '#tests/support/everyCall/rights.ts'
import { requestOf } from '#tests/support/everyCall/request.ts'
import { Tables } from '#tests/support/everyCall/tables.ts'
import { guests, openWorld, type Persona, personas, type World } from '#tests/support/everyCall/world.ts'

const lines = allEndpoints()
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])
const fewest = 1151

let server: TestServer
let world: World
let calls: Readonly<Record<string, Call>>
let tables: Tables
let pairs = 0
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  world = await openWorld(server)
  calls = callsOf(world)
  tables = await Tables.of(server.parts)
})
afterAll(async () => {
  console.log(`${pairs} pairs of call and caller, token or object`)
  await server.stop()
})

interface Answer {
  readonly status: number
  readonly code: string | undefined
}

async function make(endpoint: Endpoint, call: Call, token: string | null): Promise<Answer & { readonly text: string }> {
  const { url, method, headers, body } = requestOf(endpoint, call, token)
  const hangUp = new AbortController()
  const answer = await fetch(`${server.address}${url}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : Uint8Array.from(body) }),
    signal: hangUp.signal,
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await answer.text()
  if (isStream) hangUp.abort()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const { code } = (isJson && text !== '' ? JSON.parse(text) : {}) as { code?: string }
  await server.parts.medias.jobs.idle()
  pairs += 1
  return { status: answer.status, code: answer.ok ? undefined : code, text }
}

function callOf(name: string): Call {
  const call = calls[name]
  if (!call) throw new Error(`${name} has no row in calls.ts`)
  return call
}

function tokenOf(persona: Persona): string | null {
  return persona === 'AN' ? null : world.people[persona].token
}

/** The refusals of people whose session has ended. */
const endedSessions: Partial<Record<Persona, string>> = { IX: 'session.expiree', IF: 'session.fusionnee' }

function expectedOf(name: string, endpoint: Endpoint, persona: Persona): Answer {
  const { answer, answers } = callOf(name)
  const code403 = endpoint.method === 'HEAD' ? undefined : 'invite.refuse'
  const ended = endedSessions[persona]
  if (ended !== undefined && isProtected(endpoint)) {
    return { status: 401, code: endpoint.method === 'HEAD' ? undefined : ended }
  }
  if (guests.has(persona) && isProtected(endpoint) && !guestMay.has(name)) return { status: 403, code: code403 }
  if (!allowed[endpoint.access].includes(persona)) {
    const [status, code] = persona === 'AN' ? nobodyHears(endpoint) : refusalOf(name, endpoint.access, persona)
    return { status, code: endpoint.method === 'HEAD' ? undefined : code }
  }
  const [status, code] = answers?.[persona] ?? answer ?? [endpoint.status ?? 200]
  return { status, code }
}

function nobodyHears({ access }: Endpoint): readonly [number, string] {
  return [401, access === 'refreshCookie' ? 'session.expiree' : 'session.requise']
}

function isProtected({ access }: Endpoint): boolean {
  return access !== 'public' && access !== 'refreshCookie'
}

function isIdle({ idle = [] }: Call, persona: Persona): boolean {
  return idle === true || idle.includes(persona)
}

describe('answers every call of every person correctly, with effects only when allowed', () => {
  test.each(lines)('$name', async ({ name, endpoint }) => {
    const call = callOf(name)
    for (const persona of personas) {
      const before = await tables.hash()
      const { status, code } = await make(endpoint, call, tokenOf(persona))
      const expected = expectedOf(name, endpoint, persona)
      expect({ persona, status, code }).toEqual({ persona, ...expected })
      const hasEffect = (await tables.hash()) !== before
      const isRefused = expected.status >= 400
      const isWriting = !reads.has(endpoint.method) || call.isWrittenDown === true
      const mayHaveEffect = isWriting && !isRefused && !isIdle(call, persona)
      // A failed login is recorded; no other refused call may leave a trace.
      expect({ persona, hasEffect }).toEqual({ persona, hasEffect: mayHaveEffect })
      if (hasEffect) await tables.restore()
    }
  })
})

describe('refuses calls that need a confirmed address to an account without one', () => {
  test.each(lines)('$name', async ({ name, endpoint }) => {
    const call = callOf(name)
    const before = await heldByAddress()
    for (const params of [call.params, ownParams(endpoint, call)]) {
      const { text, ...answer } = await make(endpoint, { ...call, ...(params && { params }) }, tokenOf('UN'))
      const [status, code] = refusalOf(name, endpoint.access)
      const refused = { status, code: endpoint.method === 'HEAD' ? undefined : code }
      expect(answer).toEqual(params === call.params ? expectedOf(name, endpoint, 'UN') : refused)
      expect(text).not.toContain('Noces')
      expect(await heldByAddress()).toEqual(before)
      await tables.restore()
    }
  })

  /** The resources of the address instead of those of the fixture. */
  function ownParams({ access }: Endpoint, { params }: Call): Call['params'] {
    const { evenement, invitation } = world.adresse
    if (params && access.startsWith('evenement.')) return { ...params, id: evenement }
    return params && access.startsWith('invitation.') ? { ...params, id: invitation } : params
  }

  async function heldByAddress() {
    const { email } = world.adresse
    const { database } = server.parts
    const invitations = await database.selectFrom('invitation').selectAll().where('email', '=', email).execute()
    const mails = await database
      .selectFrom('courriel')
      .selectAll()
      .where('destinataire', '=', email)
      .where('sujet', 'like', 'Invitation%')
      .execute()
    const keys = [`login:${email}`, `oubli:${email}`]
    const attempts = await database.selectFrom('tentative').selectAll().where('cle', 'in', keys).execute()
    const requests = database.selectFrom('demandeReinitialisation').selectAll().where('email', '=', email)
    const held = { invitations, mails, attempts, requests: await requests.execute() }
    expect(Object.values(held).map((rows) => rows.length)).toEqual([1, 1, 2, 1])
    return held
  }
})

const protectedLines = lines.filter(({ endpoint }) => isProtected(endpoint))

function rightful(endpoint: Endpoint): Exclude<Persona, 'AN'> {
  const found = allowed[endpoint.access].find((persona) => persona !== 'AN')
  if (!found) throw new Error(`no person may call: ${endpoint.path}`)
  return found
}

describe('accepts no invalid token for any person', () => {
  const states = ['expired', 'loggedOut', 'deactivated', 'badSignature', 'algNone', 'otherPerson'] as const

  async function tokenIn(state: (typeof states)[number], persona: Exclude<Persona, 'AN'>): Promise<string> {
    const person = world.people[persona]
    const { database, clock } = server.parts
    const [head = '', body = '', signature = ''] = person.token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { jti: string; sub: string }
    const { jti, sub } = claims
    if (state === 'badSignature') return `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    if (state === 'algNone') return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
    if (state === 'expired') {
      return signToken(server.parts, { userId: person.id, sub, role: person.role, jti }, isoFromNow(clock, -1000))
    }
    if (state === 'otherPerson') {
      const other = world.people[persona === 'OP' ? 'OA' : 'OP']
      const wrong = { userId: other.id, sub: other.email, role: other.role, jti }
      return signToken(server.parts, wrong, isoFromNow(clock, 3_600_000))
    }
    if (state === 'loggedOut')
      await database
        .updateTable('session')
        .set({ finLe: nowIso(clock) })
        .where('jti', '=', jti)
        .execute()
    else await database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', person.id).execute()
    return person.token
  }

  test.each(states)('%s', async (state) => {
    for (const { name, endpoint } of protectedLines) {
      const token = await tokenIn(state, rightful(endpoint))
      const before = await tables.hash()
      const { status, code } = await make(endpoint, callOf(name), token)
      const expected = endpoint.method === 'HEAD' ? undefined : 'session.expiree'
      expect({ name, status, code }).toEqual({ name, status: 401, code: expected })
      expect({ name, hash: await tables.hash() }).toEqual({ name, hash: before })
      if (state === 'loggedOut' || state === 'deactivated') await tables.restore()
    }
  })
})

describe('refuses a missing or malformed id like a foreign one', () => {
  const wishes = {
    missing: (text: string | number) => (typeof text === 'number' ? 987_654 : 'x'.repeat(text.length)),
    malformed: () => '%00',
    huge: (text: string | number) => (typeof text === 'number' ? '9'.repeat(40) : 'x'.repeat(190)),
  }
  const withObject = protectedLines.filter(
    ({ endpoint }) => endpoint.access.includes('.') || /:(id|token|code|userId)\b/.test(endpoint.path),
  )

  test.each(Object.entries(wishes))('%s', async (_wish, stand) => {
    for (const { name, endpoint } of withObject) {
      const call = callOf(name)
      const params = Object.fromEntries(Object.entries(call.params ?? {}).map(([key, value]) => [key, stand(value)]))
      const before = await tables.hash()
      const { status, code } = await make(endpoint, { ...call, params }, tokenOf(rightful(endpoint)))
      const [wanted, wantedCode] = refusalForObject(name, endpoint)
      const expected = endpoint.method === 'HEAD' ? undefined : wantedCode
      expect({ name, status, code }).toEqual({ name, status: wanted, code: expected })
      expect({ name, hash: await tables.hash() }).toEqual({ name, hash: before })
    }
  })
})

const ownObjects: Readonly<Record<string, readonly [number, string]>> = {
  'utilisateur/read': [404, 'utilisateur.introuvable'],
  'utilisateur/change': [404, 'utilisateur.introuvable'],
  'utilisateur/remove': [404, 'utilisateur.introuvable'],
  'invitation/byToken': [404, 'invitation.introuvable'],
  'lien/join': [404, 'lien.introuvable'],
  'cleAcces/remove': [404, 'cleAcces.introuvable'],
  'appareil/end': [404, 'appareil.introuvable'],
  'notification/markRead': [404, 'notification.introuvable'],
}

function refusalForObject(name: string, endpoint: Endpoint): readonly [number, string] {
  return ownObjects[name] ?? refusalOf(name, endpoint.access)
}

test(`covers at least ${fewest} pairs, and every endpoint of the contract`, () => {
  expect(Object.keys(calls).toSorted()).toEqual(lines.map(({ name }) => name).toSorted())
  expect(pairs).toBeGreaterThanOrEqual(fewest)
})
