import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#server/integrity/finding.ts'
import { inspect, type IntegrityDeps } from '#server/integrity/inspect.ts'
import { repair } from '#server/integrity/repair.ts'
import { findUploadById } from '#server/upload/upload.repository.ts'
import { beginUpload, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let token: string
let location: string
let bytes: Buffer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const { karim, evenementId } = await uneFete(server)
  ;({ token } = karim)
  bytes = await unePhotoDe(60_000)
  location = String((await beginUpload(server, { token, evenementId, bytes })).headers['location'])
  await send(0, 20_000)
})

function send(from: number, to: number) {
  return sendBytes(server, location, { token, offset: from, bytes: bytes.subarray(from, to) })
}

async function uploadFindings(deps: IntegrityDeps): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const finding of inspect(deps)) if (finding.kind === 'upload') findings.push(finding)
  return findings
}

async function expectTheRestArrives(from: number) {
  expect((await send(from, bytes.length)).headers['x-content-sha256']).toBe(sha256Of(bytes))
}

test('finds nothing when a request continues an upload while its bytes are counted', async () => {
  const { storage } = server.parts.medias
  const receivedBytes = async () => {
    await send(20_000, 40_000)
    // The object that held the end of the received bytes is replaced.
    return 0
  }
  expect(await uploadFindings({ ...server.parts, storage: { ...storage, receivedBytes } })).toEqual([])
  await expectTheRestArrives(40_000)
})

test('leaves the bytes of an upload in place when a request has continued it before the repair', async () => {
  const upload = await findUploadById(server.parts.database, location.split('/').at(-1) ?? '')
  if (!upload) throw new Error('no upload')
  await send(20_000, 40_000)
  const { storage } = server.parts.medias
  expect(await repair({ ...server.parts, storage }, { kind: 'upload', upload, size: 0 })).toBeNull()
  await expectTheRestArrives(40_000)
})
