import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type MessagePush, readMessagePush } from '#domain/notification/push.ts'

/** A message as the device decrypted it. */
interface Received {
  readonly appareil: string
  readonly message: MessagePush | null
  readonly ttl: string | undefined
}

export interface PushPeer {
  readonly received: Received[]
  /** The service's answer from now on: a status, and the seconds of Retry-After. */
  answer: { status: number; retryAfter?: string }
  readonly serves: (endpoint: string) => boolean
  /** Creates a device with its subscription. */
  appareil(): { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The key that must have signed the messages. */
  trust(publicKey: string): void
}

interface Device {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

/** A push service with its devices on its own port: verifies the signature; the devices decrypt (RFC 8291). */
export async function startPushPeer(): Promise<PushPeer> {
  const devices = new Map<string, Device>()
  const received: Received[] = []
  let trusted = ''
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const body = await buffer(request)
    const { status, retryAfter } = peer.answer
    const device = devices.get(path)
    const isSigned = isSignedBy(trusted, request.headers.authorization ?? '')
    if (device && isSigned && status === 201)
      received.push({
        appareil: `${origin()}${path}`,
        message: readMessagePush(decrypt(device, body)),
        ttl: String(request.headers['ttl']),
      })
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    response.writeHead(device === undefined ? 404 : isSigned ? status : 403, headers).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const peer: PushPeer = {
    received,
    answer: { status: 201 },
    serves: (endpoint) => endpoint.startsWith(`${origin()}/`),
    appareil() {
      const [path, ecdh, auth] = [`/${randomBytes(8).toString('hex')}`, createECDH('prime256v1'), randomBytes(16)]
      devices.set(path, { ecdh, auth })
      const p256dh = ecdh.generateKeys('base64url')
      return { endpoint: `${origin()}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    trust(publicKey) {
      trusted = publicKey
    },
  }
  return peer
}

/** RFC 8188 with the keys of RFC 8291: one record. */
function decrypt({ ecdh, auth }: Device, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = hkdf({ salt: auth, key: ecdh.computeSecret(sender), info, length: 32 })
  const named = (name: string, length: number) =>
    hkdf({ salt, key: secret, info: Buffer.from(`Content-Encoding: ${name}\0`), length })
  const decipher = createDecipheriv('aes-128-gcm', named('aes128gcm', 16), named('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

function hkdf({ salt, key, info, length }: { salt: Buffer; key: Buffer; info: Buffer; length: number }): Buffer {
  const extracted = createHmac('sha256', salt).update(key).digest()
  return createHmac('sha256', extracted)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}

/** VAPID (RFC 8292): an ES256 token of the key that the browser was given. */
function isSignedBy(publicKey: string, authorization: string): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims, signature = ''] = token.split('.')
  if (key !== publicKey) return false
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  return verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
