import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { firstBrokenAudit } from '#server/audit/audit.ts'
import { openDatabase, sqlitePath } from '#server/database/openDatabase.ts'
import { announceDueChanges } from '#server/evenement/annonce.ts'
import { createLogger } from '#server/http/logging.ts'
import { inspect } from '#server/integrity/inspect.ts'
import { runJobs, runMail } from '#server/jobs.ts'
import { pushAvis } from '#server/push/pushAvis.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { fillHost } from '#tests/bench/large/fill.ts'
import { hostNow } from '#tests/bench/large/host.ts'
import { callsOfAdministrateur, callsOfOrganisateur, callsOfParticipant } from '#tests/bench/large/screenCalls.ts'
import { askerOf } from '#tests/support/everyCall/asker.ts'
import { type Call, callsOf } from '#tests/support/everyCall/calls.ts'
import { requestOf } from '#tests/support/everyCall/request.ts'
import { Tables } from '#tests/support/everyCall/tables.ts'
import { workingCalls } from '#tests/support/everyCall/workingCalls.ts'
import { openWorld, type World } from '#tests/support/everyCall/world.ts'
import { type FullScan, postgresFullScans, sqliteFullScans } from '#tests/support/queryPlans/fullScans.ts'
import { type RecordedQuery, recordQueries } from '#tests/support/queryPlans/recordedQueries.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { freshPlace } from '#tests/support/testDatabase.ts'

/** The statements of every call of the contract by a person who may make it, of every screen, and of every job. */
async function everyQuery(): Promise<RecordedQuery[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-test-'))
  // The statements of migrations run once, before there are rows to read.
  await (await openDatabase({ dataDir })).destroy()
  // So do those of the tests on a new PostgreSQL database: the next server uses it again.
  await (await startTestServer()).stop()
  const recording = recordQueries()
  const server = await startTestServer({ listen: true, dataDir })
  try {
    const world = await openWorld(server)
    const calls: Readonly<Record<string, Call>> = { ...callsOf(world), ...(await workingCalls(server, world)) }
    const tables = await recording.without(() => Tables.of(server.parts))
    for (const { name, endpoint } of allEndpoints()) {
      const call = calls[name]
      if (!call) throw new Error(`${name} has no row in calls.ts`)
      await make(server, endpoint, { call, world })
      await server.parts.medias.jobs.idle()
      await recording.without(() => tables.restore())
    }
    await openScreens(server, world)
    await runEveryJob(server)
    return recording.queries()
  } finally {
    recording.stop()
    await server.stop()
  }
}

async function make(server: TestServer, endpoint: Endpoint, { call, world }: { call: Call; world: World }) {
  const persona = askerOf(endpoint, call)
  const { url, method, headers, body } = requestOf(
    endpoint,
    call,
    persona === 'AN' ? null : world.people[persona].token,
  )
  const hangUp = new AbortController()
  const payload = body === undefined || typeof body === 'string' ? body : Uint8Array.from(body)
  const sent = {
    method,
    headers,
    redirect: 'manual' as const,
    signal: hangUp.signal,
    ...(payload !== undefined && { body: payload }),
  }
  const answer = await fetch(`${server.address}${url}`, sent)
  // The live stream does not end.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) hangUp.abort()
  else await answer.arrayBuffer()
}

async function openScreens(server: TestServer, { people, evenement }: World): Promise<void> {
  const screens = [
    ...callsOfOrganisateur(people.OP.id, evenement),
    ...callsOfParticipant(people.PV.id, evenement),
    ...callsOfAdministrateur(people.AD.id),
  ]
  for (const { path, personne } of screens) {
    const { token = '' } = [people.OP, people.PV, people.AD].find(({ id }) => id === personne) ?? {}
    const { statusCode } = await server.call('GET', path, { token })
    expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
  }
}

async function runEveryJob({ parts, clock, dataDir }: TestServer): Promise<void> {
  const logger = createLogger('silent')
  clock.advance(3_600_000)
  await announceDueChanges(parts)
  await pushAvis(parts)
  await runMail(parts, logger)
  for await (const _finding of inspect({ ...parts, ...parts.medias }));
  await firstBrokenAudit(parts.database)
  for (const days of [31, 340, 366, 800]) {
    clock.advance(days * 86_400_000)
    await runJobs(parts)
    await runMail(parts, logger)
  }
  // A file that no row names, old enough to be swept.
  const orphan = '0'.repeat(32)
  await mkdir(join(dataDir, 'medias', orphan.slice(0, 2)), { recursive: true })
  await writeFile(join(dataDir, 'medias', orphan.slice(0, 2), orphan), 'orphan')
  await sweep({ ...parts, ...parts.medias })
}

/** Statements that may read a table whole, each with its reason. */
const allowed: readonly { readonly table: string; readonly query: RegExp; readonly reason: string }[] = [
  { table: 'auditTete', query: /^select "hash"/, reason: 'one row' },
  { table: 'fichierASupprimer', query: /^select "fichier" from/, reason: 'a queue that the sweep empties' },
  { table: 'demandeReinitialisation', query: /./, reason: 'a queue that is emptied every five seconds' },
  { table: 'defi', query: /^delete/, reason: 'challenges live for minutes' },
  { table: 'demandeSuppression', query: /"fichierExport" is not null/, reason: 'a partial index of the kept exports' },
  {
    table: 'media',
    query:
      /^select "id", "(variantes|lecture)Essais" from "media" where "(variantesEtat" in|grandeAttendue" = 1|type" = 'VIDEO' and "lectureEtat" = 'A_FAIRE')/,
    reason: 'partial indexes of the media that wait for variants',
  },
  { table: 'media', query: /where "lectureEtat" = 'SANS_FFMPEG'/, reason: 'a partial index, once at the start' },
  {
    table: 'media',
    query: /^select "fichier" from "media" .* order by "id" desc limit/,
    reason: 'the last ten by their ids, once at the first start',
  },
  ...['media', 'upload'].map((table) => ({ table, query: /^select "id" from "\w+" limit/, reason: 'any row' })),
  { table: 'evenement', query: /\) as "evenement" where "recherche" like/, reason: 'a search ends after 1 000 events' },
  { table: 'recompense', query: /order by "recompense"."id" desc limit/, reason: 'the last 500 by their ids' },
  {
    table: 'utilisateur',
    query: /^select "id", "email", .* order by "id" desc limit/,
    reason: 'the next accounts by their ids, 1 000 at most',
  },
  {
    table: 'utilisateur',
    query: /^select \* .* order by "dateCreation" desc/,
    reason: 'a call that no screen makes returns all accounts',
  },
]

function isAllowed({ table, query }: FullScan): boolean {
  return allowed.some((one) => one.table === table && one.query.test(query))
}

let queries: readonly RecordedQuery[]
let scans: readonly FullScan[]
beforeAll(async () => {
  queries = await everyQuery()
  const place = await freshPlace()
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-plans-'))
  try {
    const { databaseUrl } = place
    await fillHost({ dataDir, databaseUrl }, { scale: databaseUrl === null ? 0 : 0.02, now: hostNow })
    scans =
      databaseUrl === null
        ? sqliteFullScans(sqlitePath(dataDir), queries)
        : await postgresFullScans(databaseUrl, queries)
  } finally {
    await place.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('reads no growing table whole, except as listed', () => {
  expect(queries.length).toBeGreaterThan(350)
  expect(scans.filter((scan) => !isAllowed(scan)).map(({ table, query }) => `${table}: ${query}`)).toEqual([])
})
