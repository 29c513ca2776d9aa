import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { openFaultyStage, type Stage } from '#tests/support/stage.ts'

let stage: Stage<FaultyServer>
let bytes: Buffer
beforeEach(async () => {
  stage = await openFaultyStage()
  bytes = await unePhotoDe(3_000_000)
})
afterEach(() => stage.close())

function photo() {
  const { origin, karim, evenementId } = stage
  return { address: origin, token: karim.token, evenementId, bytes, pieces: 1 }
}

test('keeps all received bytes of a short body, and never reports success', async () => {
  const { server, karim, evenementId, parts } = stage
  const clientUploadId = 'client-trop-court'
  const { headers } = await fetch(`${server.address}/api${uploadsPath(evenementId)}`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization: `Bearer ${karim.token}`,
      'upload-length': String(bytes.length),
      'upload-metadata': metadataOf({ token: karim.token, evenementId, bytes, clientUploadId }),
    },
  })
  const announced = [
    `PATCH ${headers.get('location') ?? ''} HTTP/1.1`,
    'Host: localhost',
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    `Authorization: Bearer ${karim.token}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${bytes.length}`,
  ]
  const socket = connect(server.port, 'localhost')
  socket.write(`${announced.join('\r\n')}\r\n\r\n`)
  socket.end(bytes.subarray(0, 1_000_000))
  const reached = () => parts.database.selectFrom('upload').select(['decalage', 'etat']).executeTakeFirstOrThrow()
  await expect.poll(reached).toEqual({ decalage: 1_000_000, etat: 'OUVERT' })
  await expectExactly(stage, [])
  await deliver({ ...photo(), clientUploadId })
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})

test('detects a flipped bit at the end, stores nothing of it, and accepts the photo again', async () => {
  const { network } = stage
  network.fault = { kind: 'flip', request: /^PATCH/ }
  const beforeRetry = async () => {
    await expectExactly(stage, [])
    network.fault = { kind: 'none' }
  }
  const { refusals } = await deliver({ ...photo(), beforeRetry })
  expect(refusals).toEqual([{ request: 'PATCH', status: 422, code: 'upload.empreinte' }])
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})
