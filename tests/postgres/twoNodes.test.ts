import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { readdir, readlink, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partBytes } from '#server/storage/s3/reception.ts'
import type { KillableServer } from '#tests/support/killableServer.ts'
import { metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { openPostgresStage, type PostgresStage } from '#tests/support/postgresStage.ts'
import { expectSoundRows } from '#tests/support/soundness.ts'
import { startSwift, type Swift, swiftIsThere } from '#tests/support/s3/swift.ts'
import { storedBytes } from '#tests/support/storedFiles.ts'

const stores = ['one folder', ...(swiftIsThere() ? ['a bucket'] : [])]

describe.each(stores)('two nodes that share %s', (store) => {
  let swift: Swift | null = null
  let stage: PostgresStage
  let one: KillableServer
  let other: KillableServer
  beforeAll(async () => {
    if (store === 'a bucket') swift = await startSwift()
    stage = await openPostgresStage(2, { s3: swift && (await swift.newBucket()) })
    const [first, second] = stage.nodes
    if (!first || !second) throw new Error('two nodes are needed')
    one = first
    other = second
  })
  afterAll(async () => {
    await stage.close()
    await swift?.stop()
  })

  async function begin(bytes: Buffer): Promise<string> {
    const { karim, evenementId } = stage
    const answer = await fetch(`${one.address}/api${uploadsPath(evenementId)}`, {
      method: 'POST',
      headers: {
        ...tus,
        authorization: `Bearer ${karim.token}`,
        'upload-length': String(bytes.length),
        'upload-metadata': metadataOf({ bytes, evenementId, token: karim.token }),
      },
    })
    expect(answer.status).toBe(201)
    return answer.headers.get('location') ?? ''
  }

  /** A PATCH whose body the test writes by hand, like a phone on a bad network. */
  function open(node: KillableServer, location: string, { offset, length }: { offset: number; length: number }) {
    const sent = request(`${node.address}${location}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        authorization: `Bearer ${stage.karim.token}`,
        'content-type': 'application/offset+octet-stream',
        'content-length': String(length),
        'upload-offset': String(offset),
      },
    })
    sent.on('error', () => undefined)
    return sent
  }

  async function answerOf(sent: ClientRequest) {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    return answer
  }

  async function patch(node: KillableServer, location: string, offset: number, bytes: Buffer) {
    const sent = open(node, location, { offset, length: bytes.length })
    sent.end(bytes)
    return answerOf(sent)
  }

  /** The received files that a node has open, with their sizes: those of its unfinished requests. */
  async function openFiles({ pid }: KillableServer): Promise<{ path: string; size: number }[]> {
    const folder = swift ? /eclats-copies-\w+$/ : /recus$/
    const descriptors = (await readdir(`/proc/${pid}/fd`)).map((entry) => `/proc/${pid}/fd/${entry}`)
    const targets = await Promise.all(descriptors.map((path) => readlink(path).catch(() => '')))
    const received = descriptors.flatMap((link, at) => {
      const path = targets[at] ?? ''
      return folder.test(dirname(path)) ? [{ link, path }] : []
    })
    return Promise.all(
      received.map(({ link, path }) =>
        stat(link).then(
          ({ size }) => ({ path, size }),
          () => ({ path, size: 0 }),
        ),
      ),
    )
  }

  /**
   * Waits until a node has written bytes of an unfinished request. @param offset where the request begins; on a bucket
   * the file holds what comes after the stored parts. @param before files that are open for other requests
   */
  function untilBytesArrive(node: KillableServer, offset = 0, before: readonly string[] = []): Promise<void> {
    const begun = swift ? offset % partBytes : offset
    const sizes = async () => (await openFiles(node)).map(({ path, size }) => (before.includes(path) ? 0 : size))
    return expect.poll(async () => Math.max(0, ...(await sizes()))).toBeGreaterThan(begun)
  }

  /** Sends the first `sent` of all bytes to one node, and leaves the request unfinished. */
  async function unfinished(location: string, { bytes, sent }: { bytes: Buffer; sent: number }) {
    // The node may not have ended the requests of the test before.
    const before = (await openFiles(one)).map(({ path }) => path)
    const begun = open(one, location, { offset: 0, length: bytes.length })
    begun.write(bytes.subarray(0, sent))
    await untilBytesArrive(one, 0, before)
    return begun
  }

  async function bytesOfMedia(mediaId: number): Promise<Buffer> {
    const { database, medias } = stage.parts
    const { fichier } = await database
      .selectFrom('media')
      .select('fichier')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow()
    return storedBytes(medias.storage, fichier)
  }

  test('never adds late bytes of an aborted request on one node to the photo completed on the other', async () => {
    const bytes = await unePhotoDe(900_000)
    const location = await begin(bytes)
    // The phone aborted but the connection stays: 400 000 bytes are in the node's memory, unacknowledged.
    const late = await unfinished(location, { bytes, sent: 400_000 })
    const done = await patch(other, location, 0, bytes)
    expect([done.statusCode, done.headers['x-content-sha256']]).toEqual([204, sha256Of(bytes)])
    // With corrupted bytes: in a shared file the photo would be damaged after its receipt.
    late.end(Buffer.alloc(500_000, 0x55))
    const answered = await answerOf(late)
    expect(answered.statusCode).toBe(409)
    const stored = await bytesOfMedia(Number(done.headers['x-media-id']))
    expect(sha256Of(stored)).toBe(sha256Of(bytes))
  })

  test('neither truncates nor withdraws acknowledged bytes on the node that was overtaken', async () => {
    const bytes = await unePhotoDe(900_000)
    const location = await begin(bytes)
    const late = await unfinished(location, { bytes, sent: 300_000 })
    const acknowledged = await patch(other, location, 0, bytes.subarray(0, 600_000))
    expect([acknowledged.statusCode, acknowledged.headers['upload-offset']]).toEqual([204, '600000'])
    late.destroy()
    // Answered after the request that was cut.
    expect((await patch(one, location, 0, bytes.subarray(0, 10))).statusCode).toBe(409)
    const done = await patch(other, location, 600_000, bytes.subarray(600_000))
    expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
    expect((await bytesOfMedia(Number(done.headers['x-media-id']))).equals(bytes)).toBe(true)
  })

  test('accepts the same piece sent to both nodes concurrently once, in twenty runs', async () => {
    for (let round = 0; round < 20; round += 1) {
      const bytes = await unePhotoDe(60_000)
      const location = await begin(bytes)
      // 0: a newer request on the same node ended the older one's connection.
      const statusOf = (node: KillableServer) =>
        patch(node, location, 0, bytes).then(
          ({ statusCode = 0 }) => statusCode,
          () => 0,
        )
      const statuses = await Promise.all([one, other, one, other].map(statusOf))
      expect(statuses.filter((status) => ![0, 204, 404, 409].includes(status))).toEqual([])
      const { receipt } = await deliver({ ...deliveryOf(bytes), clientUploadId: await clientIdOf(location) })
      expect(receipt.sha256).toBe(sha256Of(bytes))
      expect((await bytesOfMedia(receipt.mediaId)).equals(bytes)).toBe(true)
    }
  })

  test('stores one complete file of a photo that changes nodes at every piece', async () => {
    const bytes = await unePhotoDe(500_000)
    const location = await begin(bytes)
    let offset = 0
    let receipt: IncomingMessage['headers'] = {}
    for (const node of [one, other, one, other, one]) {
      const answer = await patch(node, location, offset, bytes.subarray(offset, offset + 100_000))
      expect(answer.statusCode).toBe(204)
      offset = Number(answer.headers['upload-offset'])
      receipt = answer.headers
    }
    expect(receipt['x-content-sha256']).toBe(sha256Of(bytes))
    expect((await bytesOfMedia(Number(receipt['x-media-id']))).equals(bytes)).toBe(true)
  })

  test('continues on the other node without loss when a node is killed', async () => {
    const bytes = await unePhotoDe(600_000)
    const location = await begin(bytes)
    expect((await patch(one, location, 0, bytes.subarray(0, 250_000))).headers['upload-offset']).toBe('250000')
    open(one, location, { offset: 250_000, length: 350_000 }).write(bytes.subarray(250_000, 590_000))
    await untilBytesArrive(one, 250_000)
    await one.kill()
    const done = await patch(other, location, 250_000, bytes.subarray(250_000))
    expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
    await one.start()
    const asked = await patch(one, location, 600_000, Buffer.alloc(0))
    expect(asked.headers['x-media-id']).toBe(done.headers['x-media-id'])
    await expectSoundRows(stage)
  })

  test('finishes a file of several parts on the other node when a node is killed in the middle of a piece', async () => {
    const bytes = await unePhotoDe(20 * 1024 ** 2)
    const piece = 5 * 1024 ** 2
    const location = await begin(bytes)
    const nodes = [one, other]
    for (const n of [0, 1]) {
      const sent = await patch(nodes[n] ?? one, location, n * piece, bytes.subarray(n * piece, (n + 1) * piece))
      expect([sent.statusCode, sent.headers['upload-offset']]).toEqual([204, String((n + 1) * piece)])
    }
    open(one, location, { offset: 2 * piece, length: 2 * piece }).write(bytes.subarray(2 * piece, 3 * piece + 1000))
    await untilBytesArrive(one, 2 * piece)
    await one.kill()
    const done = await patch(other, location, 2 * piece, bytes.subarray(2 * piece))
    expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
    expect((await bytesOfMedia(Number(done.headers['x-media-id']))).equals(bytes)).toBe(true)
    await one.start()
    await expectSoundRows(stage)
  })

  test('ignores late bytes of an aborted request for a part that the other node has sent', async () => {
    const bytes = await unePhotoDe(20 * 1024 ** 2)
    const first = 9 * 1024 ** 2
    const location = await begin(bytes)
    expect((await patch(one, location, 0, bytes.subarray(0, first))).statusCode).toBe(204)
    const late = open(one, location, { offset: first, length: bytes.length - first })
    late.write(bytes.subarray(first, first + 1_000_000))
    await untilBytesArrive(one, first)
    const done = await patch(other, location, first, bytes.subarray(first))
    expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
    late.end(Buffer.alloc(bytes.length - first - 1_000_000, 0x55))
    expect([409, 404, 0]).toContain(
      await answerOf(late).then(
        ({ statusCode = 0 }) => statusCode,
        () => 0,
      ),
    )
    expect((await bytesOfMedia(Number(done.headers['x-media-id']))).equals(bytes)).toBe(true)
    await expectSoundRows(stage)
  })

  function deliveryOf(bytes: Buffer) {
    const { karim, evenementId } = stage
    return { address: other.address, token: karim.token, evenementId, bytes }
  }

  async function clientIdOf(location: string): Promise<string> {
    const id = location.split('/').at(-1) ?? ''
    const { database } = stage.parts
    const row = await database
      .selectFrom('upload')
      .select('clientUploadId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.clientUploadId
  }
})
