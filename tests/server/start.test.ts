import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'
import { metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly } from '#tests/support/soundness.ts'
import { openStage } from '#tests/support/stage.ts'

test('answers while it completes interrupted uploads after a crash, and stops afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const recovery = Promise.withResolvers<void>()
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const server = await startServer(config, {
    async prepare({ medias }) {
      const start = medias.start.bind(medias)
      Object.assign(medias, { start: () => recovery.promise.then(start) })
    },
  })
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  recovery.resolve()
  await server.stop()
})

test('refuses to start when the folder of the files is not mounted', async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { server, karim, evenementId, folder } = stage
  await deliver({ address: server.address, token: karim.token, evenementId, bytes: await unePhoto() })
  await server.kill()
  const medias = join(folder, 'medias')
  await rename(medias, `${medias}.ailleurs`)
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' })
  await expect(startServer(config)).rejects.toThrow(ConfigError)
  await rm(medias, { recursive: true })
  await rename(`${medias}.ailleurs`, medias)
  await (await startServer(config)).stop()
})

test('fails the readiness check before it stops to answer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', STOP_DELAY: '1' })
  const server = await startServer(config)
  const ask = (path: string) => fetch(`${server.address}/api/health${path}`)
  expect((await ask('/ready')).status).toBe(200)
  const stopped = server.stop()
  const [ready, health, live] = await Promise.all([ask('/ready'), ask(''), ask('/live')])
  expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
    503,
    '10',
    { code: 'serveur.indisponible', message: 'Le service est momentanément indisponible.' },
  ])
  expect([health.status, live.status, live.headers.get('connection')]).toEqual([200, 200, 'close'])
  await stopped
  await expect(ask('/live')).rejects.toThrow('fetch failed')
})

test('finishes the piece that arrives when it stops, and continues the upload after the restart', async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { server, karim, evenementId } = stage
  const bytes = await unePhoto()
  const half = Math.ceil(bytes.length / 2)
  const clientUploadId = randomUUID()
  const deposit = { address: server.address, token: karim.token, evenementId, bytes, clientUploadId }
  const authorization = `Bearer ${karim.token}`
  const created = await fetch(`${server.address}/api${uploadsPath(evenementId)}`, {
    method: 'POST',
    headers: { ...tus, authorization, 'upload-length': String(bytes.length), 'upload-metadata': metadataOf(deposit) },
  })
  const location = `${server.address}${created.headers.get('location')}`
  const piece = request(location, {
    method: 'PATCH',
    headers: {
      ...tus,
      authorization,
      'content-type': 'application/offset+octet-stream',
      'content-length': half,
      'upload-offset': 0,
    },
  })
  piece.write(bytes.subarray(0, half - 1))
  await reached(piece, server.address)
  const exit = server.terminate()
  await expect
    .poll(() =>
      fetch(server.address).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false)
  piece.end(bytes.subarray(half - 1, half))
  const [answer] = (await once(piece, 'response')) as [IncomingMessage]
  const { 'upload-offset': offset, connection } = answer.resume().headers
  expect([answer.statusCode, offset, connection]).toEqual([204, String(half), 'close'])
  expect(await exit).toBe(0)

  await server.start()
  const known = await fetch(location, { method: 'HEAD', headers: { ...tus, authorization } })
  expect(known.headers.get('upload-offset')).toBe(String(half))
  const { refusals } = await deliver(deposit)
  expect(refusals).toEqual([])
  await expectExactly(stage, [bytes])
})

/** Until the server has the request: it answers a later one on another connection. */
async function reached(sent: ClientRequest, address: string): Promise<void> {
  if (!sent.socket?.bytesWritten)
    await once(sent, 'socket').then(([socket]) => once(socket as IncomingMessage, 'connect'))
  await fetch(`${address}/api/health/live`)
}
