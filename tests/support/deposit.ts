import { randomUUID } from 'node:crypto'
import { sha256Of } from '#tests/support/photos.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

export interface Deposit {
  token: string
  evenementId: number
  bytes: Buffer
  clientUploadId?: string
  name?: string
  takenAt?: string
  /** The announced hash: the true one by default, null omits it. */
  sha256?: string | null
  /** The announced hash of the selected file: the one above by default. */
  sourceSha256?: string
  length?: number
}

export const tus = { 'tus-resumable': '1.0.0' }
const offsetType = { 'content-type': 'application/offset+octet-stream' }

export function uploadsPath(evenementId: number): string {
  return `/frontend/participant/evenements/${evenementId}/medias/uploads`
}

export function metadataOf(deposit: Deposit): string {
  const { bytes, clientUploadId = randomUUID(), name = 'IMG_2041.jpg', takenAt, sha256 = sha256Of(bytes) } = deposit
  const values = {
    clientUploadId,
    name,
    ...(takenAt && { takenAt }),
    ...(sha256 && { sha256, sourceSha256: deposit.sourceSha256 ?? sha256 }),
  }
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** Creates an upload without bytes. */
export function beginUpload(server: TestServer, deposit: Deposit) {
  return server.call('POST', uploadsPath(deposit.evenementId), {
    token: deposit.token,
    headers: {
      ...tus,
      'upload-length': String(deposit.length ?? deposit.bytes.length),
      'upload-metadata': metadataOf(deposit),
    },
  })
}

/** Sends the whole photo in one round trip (creation-with-upload). */
export function depositInOne(server: TestServer, deposit: Deposit) {
  return server.call('POST', uploadsPath(deposit.evenementId), {
    token: deposit.token,
    body: deposit.bytes,
    headers: {
      ...tus,
      ...offsetType,
      'upload-length': String(deposit.length ?? deposit.bytes.length),
      'upload-metadata': metadataOf(deposit),
    },
  })
}

/** Sends more bytes of an upload; `location` as the server returned it. */
export function sendBytes(
  server: TestServer,
  location: string,
  { token, offset, bytes }: { token: string; offset: number; bytes: Buffer },
) {
  return server.call('PATCH', location.replace(/^\/api/, ''), {
    token,
    body: bytes,
    headers: { ...tus, ...offsetType, 'upload-offset': String(offset) },
  })
}

export function askOffset(server: TestServer, location: string, token: string) {
  return server.call('HEAD', location.replace(/^\/api/, ''), { token, headers: tus })
}
