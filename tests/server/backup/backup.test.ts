import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Media } from '#domain/media/media.ts'
import { backUp } from '#server/backup/backup.ts'
import { saveReceived } from '#server/backup/savedFiles.ts'
import type { Storage } from '#server/storage/storage.ts'
import { receivedFileOf } from '#server/upload/ownFile.ts'
import { restore } from '#server/backup/restore.ts'
import { assertOwnStorage, storageIdentityOf } from '#server/storageIdentity.ts'
import { systemClock } from '#server/clock.ts'
import { assertHoldsData, sqlitePath } from '#server/database/openDatabase.ts'
import { inspect } from '#server/integrity/inspect.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
let folder: string
const copies: TestServer[] = []
beforeEach(async () => {
  server = await startTestServer()
  ;({ karim, evenementId } = await uneFete(server))
  folder = join(await mkdtemp(join(tmpdir(), 'eclats-backup-')), 'sauvegarde')
})
afterEach(async () => {
  // No process writes any more while everything is removed.
  for (const running of [server, ...copies.splice(0)]) await running.stop()
  await rm(join(folder, '..'), { recursive: true })
})

const deposit = async (bytes: Buffer) => {
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
  return Number(answer.headers['x-media-id'])
}

/** A server on the restored backup, in its own folder. */
async function restored(): Promise<TestServer> {
  const dataDir = join(folder, '..', 'ailleurs')
  await restore(folder, { dataDir })
  const copy = await startTestServer({ clock: server.clock, dataDir })
  copies.push(copy)
  return copy
}

async function findings({ parts }: TestServer) {
  const found = []
  const { database, medias } = parts
  for await (const finding of inspect({ database, storage: medias.storage, clock: systemClock })) found.push(finding)
  return found
}

test('makes a complete copy during uploads and serves everything in it', async () => {
  const photos = await Promise.all(Array.from({ length: 20 }, () => unePhoto()))
  const coming = Promise.all(photos.map(deposit))
  const saved = await backUp(server, folder)
  await coming
  const copy = await restored()
  expect(await findings(copy)).toEqual([])
  const medias = await copy.call('GET', `/frontend/participant/evenements/${evenementId}/medias`, {
    token: karim.token,
  })
  const kept = medias.json<Media[]>()
  // The restored server commits the uploads that were complete in the copy.
  expect(kept.length).toBeGreaterThanOrEqual(saved.medias)
  expect(kept.length).toBeLessThanOrEqual(saved.medias + saved.uploads)
  const hashes = new Set(photos.map((bytes) => sha256Of(bytes)))
  for (const { id } of kept) {
    const { rawPayload } = await copy.call('GET', `/medias/${id}/fichier`, { token: karim.token })
    expect(hashes).toContain(sha256Of(rawPayload))
  }
})

test('saves the acknowledged bytes of an upload that is committed while its file is opened', async () => {
  const bytes = await unePhoto()
  const location = String((await beginUpload(server, { token: karim.token, evenementId, bytes })).headers.location)
  const { token } = karim
  await sendBytes(server, location, { token, offset: 0, bytes: bytes.subarray(0, 500) })
  const { database, medias } = server.parts
  const row = await database.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  const storage: Storage = {
    ...medias.storage,
    async *readReceived(file) {
      const pieces = medias.storage.readReceived(file)
      await sendBytes(server, location, { token, offset: 500, bytes: bytes.subarray(500) })
      yield* pieces
    },
  }
  expect(await saveReceived(storage, receivedFileOf(row), { folder })).toBe(true)
  expect((await readFile(join(folder, 'recus', row.fichierTemporaire))).equals(bytes.subarray(0, 500))).toBe(true)
})

test('resumes an unfinished upload', async () => {
  const bytes = await unePhoto()
  const begun = await beginUpload(server, { token: karim.token, evenementId, bytes })
  const location = String(begun.headers.location)
  const { token } = karim
  await sendBytes(server, location, { token, offset: 0, bytes: bytes.subarray(0, 500) })
  expect(await backUp(server, folder)).toMatchObject({ uploads: 1 })
  const copy = await restored()
  expect((await askOffset(copy, location, token)).headers['upload-offset']).toBe('500')
  const done = await sendBytes(copy, location, { token, offset: 500, bytes: bytes.subarray(500) })
  expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('gives no id again that the service gave after the backup', async () => {
  await deposit(await unePhoto())
  await backUp(server, folder)
  const lost = await deposit(await unePhoto())
  const copy = await restored()
  const again = { token: karim.token, evenementId, bytes: await unePhoto() }
  const id = Number((await depositInOne(copy, again)).headers['x-media-id'])
  expect(id).toBeGreaterThan(lost + 100_000)
  // Also in tables that were empty in the backup.
  const rows = new SqliteDatabase(sqlitePath(copy.dataDir), { readonly: true })
  onTestFinished(() => {
    rows.close()
  })
  const tables = rows.prepare("select count(*) from sqlite_master where type = 'table' and sql like '%autoincrement%'")
  const advanced = rows.prepare('select count(*) from sqlite_sequence where seq > 100000')
  expect(advanced.pluck().get()).toBe(tables.pluck().get())
})

test('copies only new data in a second backup and keeps nothing that was deleted since', async () => {
  const [first, second] = [await deposit(await unePhoto()), await deposit(await unePhoto())]
  await server.parts.medias.jobs.idle()
  await backUp(server, folder)
  const { fichier } = await fileOf(second)
  const path = join(folder, 'medias', fichier.slice(0, 2), fichier)
  const before = await stat(path)
  const gone = await fileOf(first)
  await server.call('DELETE', `/frontend/participant/medias/${first}`, { token: karim.token })
  expect(await backUp(server, folder)).toMatchObject({ medias: 1, removed: 1 })
  expect((await stat(path)).ino).toBe(before.ino)
  expect(existsSync(join(folder, 'medias', gone.fichier.slice(0, 2), gone.fichier))).toBe(false)
  expect(existsSync(join(folder, 'apercus', gone.fichier.slice(0, 2), gone.fichier, '400.webp'))).toBe(false)
})

test('restores no incomplete copy of a killed backup, and no file of another program', async () => {
  const { fichier } = await fileOf(await deposit(await unePhoto()))
  await backUp(server, folder)
  const shelf = join(folder, 'medias', fichier.slice(0, 2))
  await writeFile(join(shelf, `${crypto.randomUUID()}.jpg.nouveau`), 'half')
  await writeFile(join(shelf, '.DS_Store'), 'of a file manager')
  await mkdir(join(folder, 'recus'), { recursive: true })
  await writeFile(join(folder, 'recus', `${crypto.randomUUID()}.nouveau`), 'half')
  const { parts } = await restored()
  const names = []
  for await (const { name } of parts.medias.storage.list()) names.push(name)
  expect(names).toEqual([fichier])
})

test('ignores the log that a killed program has left beside an earlier copy', async () => {
  await deposit(await unePhoto())
  await backUp(server, folder)
  const path = join(folder, 'eclats.sqlite')
  const upgrading = new SqliteDatabase(path)
  upgrading.exec('create table ensuite (id integer)')
  await cp(`${path}-wal`, `${path}-tue`)
  upgrading.close()
  await rename(`${path}-tue`, `${path}-wal`)
  await deposit(await unePhoto())
  expect(await backUp(server, folder)).toMatchObject({ medias: 2 })
  const copy = new SqliteDatabase(path, { readonly: true })
  const tables = copy.prepare("select name from sqlite_master where name in ('ensuite', 'media')").all()
  copy.close()
  expect(tables).toEqual([{ name: 'media' }])
})

test('refuses a backup while the folder of the files is not mounted, and leaves the last one as it was', async () => {
  await deposit(await unePhoto())
  // Its previews are made from the folder that is moved away.
  await server.parts.medias.jobs.idle()
  await backUp(server, folder)
  const before = await stat(join(folder, 'eclats.sqlite'))
  const medias = join(server.dataDir, 'medias')
  await rename(medias, `${medias}.ailleurs`)
  await expect(backUp(server, folder)).rejects.toThrow("Le stockage n'est pas celui de cette base de données")
  expect((await stat(join(folder, 'eclats.sqlite'))).ino).toBe(before.ino)
  await rm(medias, { recursive: true })
  await rename(`${medias}.ailleurs`, medias)
})

test('gives a restored service a new identity, also when its folder has the identity of another service and no files', async () => {
  await deposit(await unePhoto())
  await backUp(server, folder)
  const { database, medias } = server.parts
  const id = await storageIdentityOf(database)
  expect(await readFile(join(folder, 'medias', '.stockage'), 'utf8')).toBe(`${id}\n`)
  const dataDir = join(folder, '..', 'ailleurs')
  await mkdir(join(dataDir, 'medias'), { recursive: true })
  await writeFile(join(dataDir, 'medias', '.stockage'), 'given up')
  const copy = (await restored()).parts
  const other = await storageIdentityOf(copy.database)
  expect(other).not.toBe(id)
  expect(await copy.medias.storage.readIdentity()).toBe(other)
  await expect(assertOwnStorage({ database: copy.database, storage: medias.storage })).rejects.toThrow(other ?? '')
})

test('starts on a backup as its data folder', async () => {
  await deposit(await unePhoto())
  await backUp(server, folder)
  const copy = await startTestServer({ clock: server.clock, dataDir: folder })
  copies.push(copy)
  expect(await findings(copy)).toEqual([])
})

test('saves and restores the film of a video', async () => {
  const { fichier } = await fileOf(await deposit(await unePhoto()))
  const { database, medias } = server.parts
  const variants = ['lecture.mp4', 'bande.jpg']
  await medias.storage.storeVariants(fichier, variants, async (paths) => {
    for (const [n, path] of paths.entries()) await writeFile(path, `bytes of ${variants[n]}`)
  })
  await database.updateTable('media').set({ type: 'VIDEO', lectureEtat: 'FAITE' }).execute()
  await backUp(server, folder)
  const { storage } = (await restored()).parts.medias
  for (const variant of variants) {
    expect(String(await storage.readVariant(fichier, variant))).toBe(`bytes of ${variant}`)
  }
})

test('keeps sessions valid: the backup includes the secrets, readable by the owner of the folder only', async () => {
  await backUp(server, folder)
  expect((await stat(join(folder, 'eclats.sqlite'))).mode & 0o077).toBe(0)
  expect((await stat(folder)).mode & 0o077).toBe(0)
  expect((await (await restored()).call('GET', '/auth/me', { token: karim.token })).statusCode).toBe(200)
})

test('includes the secret files of an earlier version until the rows hold the secrets', async () => {
  await writeFile(join(server.dataDir, 'secrets.json'), '{}')
  const rows = await server.parts.database.deleteFrom('secret').returningAll().execute()
  await backUp(server, folder)
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe('{}')
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o077).toBe(0)
  await server.parts.database.insertInto('secret').values(rows).execute()
  await backUp(server, folder)
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false)
})

test('refuses to restore over existing data or from a folder without a backup', async () => {
  await backUp(server, folder)
  await expect(restore(folder, server)).rejects.toThrow('DATA_DIR contient déjà des données')
  const empty = join(folder, '..', 'vide')
  const fresh = { dataDir: join(folder, '..', 'neuf') }
  await expect(restore(empty, fresh)).rejects.toThrow('ne contient pas de sauvegarde')
  // The same place takes the right backup afterwards.
  await restore(folder, fresh)
})

async function fileOf(id: number) {
  return server.parts.database.selectFrom('media').select('fichier').where('id', '=', id).executeTakeFirstOrThrow()
}

test('refuses a folder that holds the data of a server, and leaves it as it is', async () => {
  const kept = await deposit(await unePhoto())
  const { fichier } = await fileOf(kept)
  const { ino } = await stat(join(server.dataDir, 'eclats.sqlite'))
  const link = join(folder, '..', 'lien')
  await symlink(server.dataDir, link)
  for (const wrong of [server.dataDir, join(server.dataDir, 'medias'), link]) {
    await expect(backUp(server, wrong)).rejects.toThrow("contient les données d'un serveur")
  }
  const above = { dataDir: join(folder, 'medias') }
  await expect(backUp(above, folder)).rejects.toThrow("contient les données d'un serveur")
  const other = join(folder, '..', 'autre')
  await mkdir(join(other, 'journal'), { recursive: true })
  await expect(backUp(server, other)).rejects.toThrow("contient les données d'un serveur")
  expect((await stat(join(server.dataDir, 'eclats.sqlite'))).ino).toBe(ino)
  expect(existsSync(join(server.dataDir, 'medias', fichier.slice(0, 2), fichier))).toBe(true)
})

test('refuses a second backup into one folder, and a second restore into one place, while the first runs', async () => {
  await deposit(await unePhoto())
  const fresh = { dataDir: join(folder, '..', 'neuf') }
  for (const [run, sentence] of [
    [() => backUp(server, folder), `Une autre sauvegarde est en cours dans ${folder}`],
    [() => restore(folder, fresh), `Une autre restauration est en cours dans ${fresh.dataDir}`],
  ] as const) {
    const results = await Promise.allSettled([run(), run()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const reason = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(reason).toEqual([expect.stringContaining(sentence)])
  }
  expect(await backUp(server, folder)).toMatchObject({ medias: 1 })
  copies.push(await startTestServer({ clock: server.clock, dataDir: fresh.dataDir }))
  expect(await findings(copies[0] as TestServer)).toEqual([])
})

test('names the folder, and no bucket, when the place of a restore holds files of unfinished uploads', async () => {
  await backUp(server, folder)
  const fresh = { dataDir: join(folder, '..', 'neuf') }
  await mkdir(join(fresh.dataDir, 'recus'), { recursive: true })
  await writeFile(join(fresh.dataDir, 'recus', 'a1'), 'x')
  await expect(restore(folder, fresh)).rejects.toThrow(`DATA_DIR contient déjà des données : ${fresh.dataDir}.`)
})

test('does not say that there is no data where the system does not let it look', async () => {
  // A link to itself stands for a folder that is closed to the user, as root has none.
  await mkdir(folder)
  await symlink('eclats.sqlite', join(folder, 'eclats.sqlite'))
  expect(() => assertHoldsData({ dataDir: folder })).toThrow('ELOOP')
  await expect(restore(folder, { dataDir: join(folder, '..', 'neuf') })).rejects.toThrow('ELOOP')
})

test('removes no file that a backup has not named', async () => {
  await mkdir(join(folder, 'medias'), { recursive: true })
  await writeFile(join(folder, 'medias', 'vacances.jpg'), 'precious')
  expect(await backUp(server, folder)).toMatchObject({ removed: 0 })
  expect(await readFile(join(folder, 'medias', 'vacances.jpg'), 'utf8')).toBe('precious')
})

test.each([
  ['empty', 0],
  ['cut off', 300_000],
])('refuses a backup whose database is %s, and leaves no data', async (_title, size) => {
  await deposit(await unePhoto())
  await backUp(server, folder)
  const copy = join(folder, '..', 'abimee')
  await cp(folder, copy, { recursive: true })
  await truncate(join(copy, 'eclats.sqlite'), size)
  const fresh = { dataDir: join(folder, '..', 'neuf') }
  await expect(restore(copy, fresh)).rejects.toThrow('La base de données de la sauvegarde est endommagée')
  expect(existsSync(join(fresh.dataDir, 'eclats.sqlite'))).toBe(false)
  await restore(folder, fresh)
})

test('leaves no data after a restore that failed among the files', async () => {
  const { fichier } = await fileOf(await deposit(await unePhoto()))
  await server.parts.medias.jobs.idle()
  await backUp(server, folder)
  const path = join(folder, 'medias', fichier.slice(0, 2), `${crypto.randomUUID()} illégal`)
  await writeFile(path, 'x')
  const fresh = { dataDir: join(folder, '..', 'neuf') }
  await expect(restore(folder, fresh)).rejects.toThrow('illegal file name')
  const left = await readdir(fresh.dataDir, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  await rm(path)
  await restore(folder, fresh)
})

test.each([[['--help']], [['backup', 'copy']], [['']]])('prints the usage of the backup for %j', async (words) => {
  const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: '' }
  const said = promisify(execFile)('node', ['server/backup/backupCommand.ts', 'backup', ...words], { env })
  await expect(said).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Usage : npm run backup -- .*\n$/),
  })
})
