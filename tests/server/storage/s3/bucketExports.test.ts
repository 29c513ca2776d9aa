import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { forgetLastExports, moveLocalExports } from '#server/donnees/lastExport.usecases.ts'
import { openParts } from '#server/openParts.ts'
import { openExportFolder } from '#server/storage/disk/exportFolder.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unDeposant, uneFete } from '#tests/support/fete.ts'
import { mailedExport, mailsTo } from '#tests/support/mailbox.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { swiftIsThere } from '#tests/support/s3/swift.ts'
import { openTestStore, type TestStore } from '#tests/support/s3/testStore.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { readZip } from '#tests/support/zipReader.ts'

const megabyte = 1024 ** 2
const old = Buffer.from('an export')
const archiveOf = (bytes: Buffer) => ({ size: bytes.length, read: () => Readable.from([bytes]) })

// Needs the packages of Swift; the build must not skip it.
describe.skipIf(!swiftIsThere())('last exports in a bucket', () => {
  let store: TestStore
  let s3: S3Settings
  let server: TestServer
  let evenementId: number
  beforeAll(async () => {
    store = await openTestStore()
    s3 = await store.newBucket()
    server = await startTestServer({ s3, listen: true })
    ;({ evenementId } = await uneFete(server))
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const erase = ({ token }: PersonneDeTest) => server.call('DELETE', '/frontend/participant/data', { token })
  const me = async ({ token }: PersonneDeTest) => (await server.call('GET', '/auth/me', { token })).statusCode
  const keptExports = async () => (await server.parts.exports.list()).map(({ name }) => name)

  /** Removes what no row names, and exports whose link has expired, a day from now. */
  async function forget(): Promise<void> {
    const clock = { now: () => new Date(Date.now() + 86_400_000) }
    await forgetLastExports({ ...server.parts, clock })
  }

  async function unePersonneAvecPhoto({ octets = 100_000 } = {}) {
    const person = await unDeposant(server, { evenementId })
    const bytes = await unePhotoDe(octets)
    await depositInOne(server, { token: person.token, evenementId, bytes })
    // Creating variants changes the row of the photo and reads the clock.
    await server.parts.medias.jobs.idle()
    return { person, bytes }
  }

  test('leaves the account as it was when the store goes away while the export is written', async () => {
    const { person, bytes } = await unePersonneAvecPhoto({ octets: 12 * megabyte })
    const path = `/frontend/participant/evenements/${evenementId}/medias`
    const mine = async () => (await server.call('GET', path, { token: person.token })).json<object[]>()
    const before = await mine()
    let isReadingEnded = false
    const write = server.parts.exports.write.bind(server.parts.exports)
    vi.spyOn(server.parts.exports, 'write').mockImplementationOnce(async (name, archive) => {
      const whole = await buffer(Readable.from(archive.read(), { objectMode: false }))
      const reading = async function* () {
        try {
          // One part is sent, and the next one is begun.
          yield whole.subarray(0, 9 * megabyte)
          store.goAway()
          yield Buffer.concat([whole.subarray(9 * megabyte), Buffer.alloc(8 * megabyte)])
        } finally {
          isReadingEnded = true
        }
      }
      await write(name, { ...archive, read: reading })
    })
    const refused = await erase(person)
    expect(isReadingEnded).toBe(true)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'serveur.indisponible'])
    store.comeBack()
    expect(await me(person)).toBe(200)
    expect(before).toHaveLength(1)
    expect(await mine()).toEqual(before)
    expect(await mailsTo(server, person.email)).toEqual([])
    // The store could not be asked to remove the part that it had received.
    expect(await keptExports()).toHaveLength(1)
    await forget()
    expect(await keptExports()).toEqual([])
    const erased = await erase(person)
    expect(readZip(erased.rawPayload)[1]?.bytes.equals(bytes)).toBe(true)
    await forget()
  })

  test('does not use the link up while the store is away', async () => {
    const { person } = await unePersonneAvecPhoto()
    const erased = await erase(person)
    const address = `${server.address}/api/exports/${await mailedExport(server, person.email)}`
    store.goAway()
    const away = await fetch(address)
    expect([away.status, Number(away.headers.get('retry-after')) > 0]).toEqual([503, true])
    store.comeBack()
    let bytes = Buffer.alloc(0)
    const download = async () => {
      const answer = await fetch(address)
      bytes = Buffer.from(await answer.arrayBuffer())
      return answer.status
    }
    await expect.poll(download).toBe(200)
    expect(bytes.equals(erased.rawPayload)).toBe(true)
    await forget()
  })

  test('moves exports from the data folder once when two nodes that share it start together', async () => {
    const { person } = await unePersonneAvecPhoto()
    await erase(person)
    const local = await leaveLocal(person)
    await local.write('orphelin.zip', archiveOf(old))
    const failures: unknown[] = []
    const node = () =>
      openParts({
        dataDir: server.dataDir,
        databaseUrl: server.databaseUrl,
        s3,
        publicUrl: 'http://eclats.test',
        clock: { now: () => new Date(Date.now() + 86_400_000) },
        report: (error) => void failures.push(error),
      })
    const nodes = await Promise.all([node(), node()])
    for (const { medias, database: own } of nodes) {
      await medias.stop()
      await own.destroy()
    }
    expect(failures).toEqual([])
    expect(await local.list()).toEqual([])
    const kept = await keptExports()
    expect(kept).toHaveLength(1)
    expect((await buffer(server.parts.exports.read(kept[0] ?? ''))).equals(old)).toBe(true)
    const fetched = await server.call('GET', `/exports/${await mailedExport(server, person.email)}`)
    expect(fetched.rawPayload.equals(old)).toBe(true)
  })

  test('keeps an export that another node moves from the data folder before it is read', async () => {
    const { person } = await unePersonneAvecPhoto()
    await erase(person)
    const local = await leaveLocal(person)
    const overtaken = async function* (name: string) {
      await moveLocalExports(server.parts, local)
      yield* local.read(name)
    }
    const late = { ...local, read: (name: string) => Readable.from(overtaken(name)) }
    await expect(moveLocalExports(server.parts, late)).rejects.toThrow('ENOENT')
    const fetched = await server.call('GET', `/exports/${await mailedExport(server, person.email)}`)
    expect(fetched.rawPayload.equals(old)).toBe(true)
  })

  /**
   * Puts the export of an erased person into the data folder, where an earlier version kept it, and empties the bucket.
   */
  async function leaveLocal({ id }: PersonneDeTest) {
    const { database, exports } = server.parts
    for (const name of await keptExports()) await exports.remove(name)
    const local = await openExportFolder(server.dataDir)
    await local.write('ancien.zip', archiveOf(old))
    await database
      .updateTable('demandeSuppression')
      .set({ fichierExport: 'ancien.zip' })
      .where('utilisateurId', '=', id)
      .execute()
    return local
  }
})
