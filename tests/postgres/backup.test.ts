import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { backUp } from '#server/backup/backup.ts'
import { restore } from '#server/backup/restore.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { inspect } from '#server/integrity/inspect.ts'
import { openDiskStorage } from '#server/storage/disk/diskStorage.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('backs up rows and files of a PostgreSQL service together and restores them elsewhere', async () => {
  const server = await startTestServer()
  const here = await mkdtemp(join(tmpdir(), 'eclats-backup-'))
  const elsewhere = await createDatabase(`restauree_${process.pid}`)
  try {
    const { karim, evenementId } = await uneFete(server)
    await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
    await server.parts.medias.jobs.idle()
    expect(await backUp(server, join(here, 'sauvegarde'))).toMatchObject({ medias: 1 })

    const place = { dataDir: join(here, 'ailleurs'), databaseUrl: elsewhere.url }
    await restore(join(here, 'sauvegarde'), place)
    const database = await openDatabase(place)
    const deps = { database, storage: await openDiskStorage(place.dataDir), clock: systemClock }
    const found = []
    for await (const finding of inspect(deps)) found.push(finding)
    const medias = await database.selectFrom('media').select('auteurId').execute()
    await database.destroy()
    expect([found, medias]).toEqual([[], [{ auteurId: karim.id }]])
  } finally {
    await elsewhere.drop()
    await rm(here, { recursive: true })
    await server.stop()
  }
})

async function createDatabase(name: string) {
  const url = inject('postgres')
  const ask = async (statement: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await ask(`create database ${name}`)
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
  return { url: own, drop: () => ask(`drop database ${name} with (force)`) }
}
