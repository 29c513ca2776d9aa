import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Intentional errors in an answer. */
export interface Wrong {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  /** False: the authenticator has not verified the person (no finger, no PIN). */
  readonly isVerified?: boolean
  /** The attestation format; `none` when absent. */
  readonly format?: string
}

function newPasskey() {
  return { id: randomBytes(32).toString('base64url'), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
}

/** A software passkey (WebAuthn Level 3) that builds the answers of a phone or a security key. */
export class Authenticator {
  readonly #origin: string
  readonly #passkey: ReturnType<typeof newPasskey>
  #counter: number

  /** @param counter signature counter; stays at 0 when the authenticator does not count */
  constructor(origin: string, counter = 0, passkey = newPasskey()) {
    this.#origin = origin
    this.#counter = counter
    this.#passkey = passkey
  }

  /** A clone with the same passkey and its own counter, or without a counter (0). */
  copy(counter = this.#counter): Authenticator {
    return new Authenticator(this.#origin, counter, this.#passkey)
  }

  /** The answer to navigator.credentials.create. */
  create({ challenge, rp }: { challenge: string; rp: { id: string } }, wrong: Wrong = {}) {
    const { id, publicKey } = this.#passkey
    const clientDataJSON = this.#clientData({ type: 'webauthn.create', challenge }, wrong)
    const rawId = Buffer.from(id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), uint(rawId.length, 2), rawId, coseOf(publicKey)])
    const attestation = cborMap([
      ['fmt', wrong.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([authenticatorData(rp.id, this.#counter, wrong, 0x40), credential])],
    ])
    const response = {
      clientDataJSON,
      attestationObject: attestation.toString('base64url'),
      transports: ['internal' as const],
    }
    return { id, rawId: id, type: 'public-key' as const, response }
  }

  /** The answer to navigator.credentials.get. */
  use({ challenge, rpId }: { challenge: string; rpId: string }, wrong: Wrong = {}) {
    const { id, privateKey } = this.#passkey
    if (this.#counter > 0) this.#counter += 1
    const clientDataJSON = this.#clientData({ type: 'webauthn.get', challenge }, wrong)
    const data = authenticatorData(rpId, this.#counter, wrong)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url')
    const response = { clientDataJSON, authenticatorData: data.toString('base64url'), signature }
    return { id, rawId: id, type: 'public-key' as const, response }
  }

  #clientData({ type, challenge }: { type: string; challenge: string }, wrong: Wrong): string {
    const data = {
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.#origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }
}

function authenticatorData(rpId: string, counter: number, wrong: Wrong, more = 0): Buffer {
  const flags = 0x01 | (wrong.isVerified === false ? 0 : 0x04) | more
  const rpIdHash = createHash('sha256')
    .update(wrong.rpId ?? rpId)
    .digest()
  return Buffer.concat([rpIdHash, Buffer.from([flags]), uint(counter, 4)])
}

/** A public key on P-256 for ES256 (RFC 9053, 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>

/** CBOR (RFC 8949) of what authenticators send. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return cborMap([...value])
}

function cborMap(entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cborHead(major: number, length: number): Buffer {
  const kind = major << 5
  if (length < 24) return Buffer.from([kind | length])
  return length < 256 ? Buffer.from([kind | 24, length]) : Buffer.concat([Buffer.from([kind | 25]), uint(length, 2)])
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
