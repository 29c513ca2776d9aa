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
import { requestOf } from '#tests/support/everyCall/request.ts'
import { Tables } from '#tests/support/everyCall/tables.ts'
import { workingCalls } from '#tests/support/everyCall/workingCalls.ts'
import { openWorld, type World } from '#tests/support/everyCall/world.ts'
import { isWhole } from '#tests/support/extent.ts'
import { faultReport, setFaultPlan, wrapCalls } from '#tests/support/faultPoints.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

/** Have their own failure tests, with a phone that resumes. */
const uploading = new Set(['upload/create', 'upload/patch', 'upload/multipart'])
const lines = allEndpoints().filter(
  ({ name, endpoint }) => !['GET', 'HEAD', 'OPTIONS'].includes(endpoint.method) && !uploading.has(name),
)
/** Calls that need the provider or its signature, or that change nothing. */
const effectless = new Set([
  'abonnement/checkout',
  'abonnement/portal',
  'abonnement/webhook',
  'fusion/read',
  'push/unsubscribe',
  'upload/reconcile',
])
/**
 * The state of a payment provider is outside our transactions: requests and notices are recorded beforehand. A retry
 * completes a partly made subscription.
 */
const inSteps = new Set([
  'abonnement/change',
  'abonnement/annuler',
  'abonnement/demonstrationPay',
  'abonnement/demonstrationManage',
])
const provider = ['abonnementDemonstration', 'avisPaiement', 'audit', 'auditTete'] as const
const step = isWhole ? 1 : 4
const kinds = [
  { only: ['database/'], fault: 'SQLITE_IOERR' },
  { only: ['file/'], fault: 'EIO' },
] as const

let server: TestServer
let world: World
let calls: Readonly<Record<string, Call>>
let tables: Tables
let kept: string
let cuts = 0
beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server)
  calls = { ...callsOf(world), ...(await workingCalls(server, world)) }
  await sql`pragma synchronous = off`.execute(server.parts.database)
  tables = await Tables.of(server.parts)
  kept = await mkdtemp(join(tmpdir(), 'eclats-coupures-'))
  await cp(join(server.dataDir, 'medias'), join(kept, 'medias'), { recursive: true })
  await wrapCalls()
})
afterAll(async () => {
  console.log(`${cuts} calls of ${lines.length} lines cut`)
  await server.stop()
  await rm(kept, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly message: string
}

async function make(endpoint: Endpoint, call: Call, token: string | null): Promise<Answer> {
  const { method, url, headers, body } = requestOf(endpoint, call, token)
  const answer = await server.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const { message = '' } = isJson ? answer.json<{ message?: string }>() : {}
  return { status: answer.statusCode, message }
}

async function restore(): Promise<void> {
  await server.parts.medias.jobs.idle()
  await tables.restore()
  await cp(join(kept, 'medias'), join(server.dataDir, 'medias'), { recursive: true })
}

/** @returns the state and the answer of an undisturbed run */
async function run(make1: () => Promise<Answer>) {
  await restore()
  const answer = await make1()
  return { answer, state: await tables.read() }
}

const unclear = ({ status, message }: Answer) => status < 500 || !/^[A-ZÀ-Ý].*[.!]$/.test(message)

describe('applies a failing call completely or not at all, reports it, and allows a retry', () => {
  test.each(lines)('$name', async ({ name, endpoint }) => {
    const call = calls[name]
    if (!call) throw new Error(`no row: ${name}`)
    const persona = askerOf(endpoint, call)
    const make1 = () => make(endpoint, call, persona === 'AN' ? null : world.people[persona].token)
    await restore()
    const before = await tables.read()
    const [first, second] = [await run(make1), await run(make1)]
    expect(second.answer.status).toBe(first.answer.status)
    const effect = new Effect(before, [first.state, second.state], inSteps.has(name) ? provider : [])
    expect(effect.shapeOf(second.state)).toBe(effect.after)
    expect(effect.isNone).toBe(effectless.has(name))
    const wrong: unknown[] = []
    for (const { only, fault } of kinds) {
      for (let at = 1, hit: string | null = ''; hit !== null; at += step) {
        await restore()
        setFaultPlan({ at, fault, only })
        const answer = await make1()
        hit = faultReport().hit
        setFaultPlan(null)
        if (hit === null) break
        cuts += 1
        const shape = effect.shapeOf(await tables.read())
        const again = await make1()
        const shapeAgain = effect.shapeOf(await tables.read())
        const where = [at, hit, answer, again.status]
        const isGood = answer.status === first.answer.status
        if (!isGood && unclear(answer)) wrong.push(['unclear', ...where])
        if (isGood && shape !== effect.after) wrong.push(['said to be done', ...where])
        if (shape !== effect.before && shape !== effect.after) wrong.push(['half', ...where])
        if (again.status >= 500) wrong.push(['not again', ...where])
        if (shape === effect.before && (again.status !== first.answer.status || shapeAgain !== effect.after)) {
          wrong.push(['not made good', ...where])
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
