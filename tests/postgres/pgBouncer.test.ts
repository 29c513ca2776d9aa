import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { backUp } from '#server/backup/backup.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { readEventStream } from '#src/api/live/eventStream.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { pgBouncerIsThere, startPgBouncer } from '#tests/support/pgBouncer.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { openPostgresStage } from '#tests/support/postgresStage.ts'
import { expectExactly, expectSoundRows } from '#tests/support/soundness.ts'
import { freshDatabase } from '#tests/support/testDatabase.ts'

const receiver = { receive: () => undefined, missed: () => undefined }
/** As docs/operations.md has them. */
const documented = {
  ignored: 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
  connectQuery:
    'set statement_timeout = 30000; set lock_timeout = 10000; set idle_in_transaction_session_timeout = 30000; ' +
    'set synchronous_commit = on',
}

async function bounced(databaseUrl: string, settings: Parameters<typeof startPgBouncer>[1]) {
  const bouncer = await startPgBouncer(databaseUrl, settings)
  onTestFinished(() => bouncer.stop())
  return bouncer.url
}

async function newDatabase(): Promise<string> {
  const place = await freshDatabase(inject('postgres'))
  onTestFinished(() => place.drop())
  return place.databaseUrl
}

describe.skipIf(!pgBouncerIsThere())('a PgBouncer in transaction mode', () => {
  test('lets two nodes receive, review, list and announce photos, and a backup run beside them', async () => {
    let pooled = ''
    const stage = await openPostgresStage(2, {
      databaseOf: async (databaseUrl) => {
        pooled = await bounced(databaseUrl, documented)
        return { DATABASE_URL: pooled, DATABASE_LISTEN_URL: databaseUrl }
      },
    })
    onTestFinished(() => stage.close())
    const { claire, karim, evenementId, folder } = stage
    const [one, other] = stage.nodes.map(({ address }) => address)
    const ask = (path: string, { token }: PersonneDeTest, method = 'GET') =>
      fetch(`${one}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    const hangUp = new AbortController()
    onTestFinished(() => hangUp.abort())
    const stream = await fetch(`${other}/api/live`, {
      headers: { authorization: `Bearer ${claire.token}` },
      signal: hangUp.signal,
    })
    const heard: unknown[] = []
    readEventStream(stream.body!, { onData: (data) => heard.push(JSON.parse(data)) }).catch(() => undefined)

    const photos = await Promise.all(Array.from({ length: 12 }, () => unePhoto()))
    const send = (bytes: Buffer) => deliver({ address: one ?? '', token: karim.token, evenementId, bytes })
    const sent = await Promise.all(photos.map(send))
    expect(sent.flatMap(({ refusals }) => refusals)).toEqual([])
    await expect.poll(() => heard).toContainEqual({ sujet: 'media', evenement_id: evenementId })

    const direct = new URL(pooled)
    direct.port = new URL(inject('postgres')).port
    const saved = { dataDir: folder, databaseUrl: pooled, databaseListenUrl: direct.href }
    expect(await backUp(saved, join(folder, 'sauvegarde'))).toMatchObject({ medias: photos.length })

    const decide = (mediaId: number) => ask(`/frontend/organisateur/medias/${mediaId}/valider`, claire, 'PATCH')
    const decided = await Promise.all(sent.map(({ receipt }) => decide(receipt.mediaId)))
    expect(decided.map(({ status }) => status)).toEqual(photos.map(() => 200))
    // More requests than PgBouncer has connections.
    const lists = await Promise.all(
      Array.from({ length: 60 }, () => ask(`/frontend/organisateur/evenements/${evenementId}/medias`, claire)),
    )
    expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]))
    await expectExactly(stage, photos)
    await expectSoundRows(stage)
  })

  test('stops the start when it has none of the settings, and names them', async () => {
    const databaseUrl = await newDatabase()
    const url = await bounced(databaseUrl, {})
    const opened = openPostgres(url, { receiver, listenUrl: databaseUrl })
    await expect(opened).rejects.toThrow(
      `ignore_startup_parameters = ${documented.ignored} ; connect_query='${documented.connectQuery}'`,
    )
  })

  test('stops the start when it ignores the limits of the node and sets none', async () => {
    const databaseUrl = await newDatabase()
    const url = await bounced(databaseUrl, { ignored: documented.ignored })
    const opened = openPostgres(url, { receiver, listenUrl: databaseUrl })
    await expect(opened).rejects.toThrow(/^DATABASE_URL : PgBouncer doit avoir ces réglages/)
  })

  test('stops the start when commits through it would not be durable', async () => {
    const databaseUrl = await newDatabase()
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = off`)
    await client.end()
    const connectQuery = documented.connectQuery.replace('; set synchronous_commit = on', '')
    const url = await bounced(databaseUrl, { ...documented, connectQuery })
    const opened = openPostgres(url, { receiver, listenUrl: databaseUrl })
    await expect(opened).rejects.toThrow(/^DATABASE_URL : PgBouncer doit avoir ces réglages/)
  })
})

test('stops the start when notifications of the database do not arrive', async () => {
  const [databaseUrl, another] = [await newDatabase(), await newDatabase()]
  const wrong = [another, ...(pgBouncerIsThere() ? [await bounced(databaseUrl, documented)] : [])]
  const starts = wrong.map((listenUrl) => openPostgres(databaseUrl, { receiver, listenUrl }))
  for (const { reason } of (await Promise.allSettled(starts)) as PromiseRejectedResult[])
    expect((reason as Error).message).toMatch(/^DATABASE_LISTEN_URL : les notifications/)
})
