import { randomUUID } from 'node:crypto'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import { metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'

export interface PhoneDeposit {
  readonly address: string
  readonly token: string
  readonly evenementId: number
  readonly bytes: Buffer
  readonly clientUploadId?: string
  /** Number of PATCH requests for the photo. */
  readonly pieces?: number
  /** Runs between a failure and the next try, for example a restart of the server. */
  readonly beforeRetry?: () => Promise<void>
}

export interface Receipt {
  readonly mediaId: number
  readonly sha256: string
}

/** An unexpected answer; status 0: the connection broke. */
export interface Refusal {
  readonly request: string
  readonly status: number
  readonly code: string | null
}

const mostTries = 8
const offsetType = { 'content-type': 'application/offset+octet-stream' }

/**
 * Delivers a photo by the queue's protocol without the queue: after any failure reconciles the upload, then continues
 * at the server's offset or creates it again, until the receipt.
 * @throws NotDelivered after eight failed tries
 */
export async function deliver(deposit: PhoneDeposit): Promise<{ receipt: Receipt; refusals: Refusal[] }> {
  const phone = new PlainPhone(deposit)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const receipt = await phone.tryOnce(tries > 0)
    if (receipt) return { receipt, refusals: phone.refusals }
    await deposit.beforeRetry?.()
  }
  throw new NotDelivered(phone.refusals)
}

export class NotDelivered extends Error {
  readonly refusals: readonly Refusal[]

  constructor(refusals: readonly Refusal[]) {
    super(`not delivered after ${mostTries} tries: ${JSON.stringify(refusals)}`)
    this.refusals = refusals
  }
}

class PlainPhone {
  readonly refusals: Refusal[] = []
  readonly #deposit: PhoneDeposit
  readonly #clientUploadId: string

  constructor(deposit: PhoneDeposit) {
    this.#deposit = deposit
    this.#clientUploadId = deposit.clientUploadId ?? randomUUID()
  }

  async tryOnce(isRetry: boolean): Promise<Receipt | null> {
    try {
      const known = isRetry ? await this.#reconcile() : null
      if (known?.etat === 'done') return { mediaId: known.mediaId ?? 0, sha256: known.sha256 ?? '' }
      const location = known?.uploadUrl ?? (await this.#create())
      return typeof location === 'string' ? await this.#send(location) : location
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refusals.push(error.refusal)
      return null
    }
  }

  async #reconcile(): Promise<Reconciled | undefined> {
    const path = `/api${uploadsPath(this.#deposit.evenementId)}/reconcile`
    const answer = await this.#ask('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [this.#clientUploadId] }),
    })
    const [known] = (await answer.json()) as Reconciled[]
    return known?.etat === 'unknown' ? undefined : known
  }

  async #create(): Promise<string | Receipt> {
    const { bytes, evenementId, token } = this.#deposit
    const metadata = metadataOf({ bytes, evenementId, token, clientUploadId: this.#clientUploadId })
    const answer = await this.#ask('POST', `/api${uploadsPath(evenementId)}`, {
      headers: { 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    })
    return answer.headers.get('location') ?? (receiptOf(answer) as Receipt)
  }

  async #send(location: string): Promise<Receipt | null> {
    const { bytes, pieces = 2 } = this.#deposit
    const size = Math.ceil(bytes.length / pieces)
    const head = await this.#ask('HEAD', location)
    let receipt = receiptOf(head)
    let offset = Number(head.headers.get('upload-offset'))
    while (!receipt) {
      const answer = await this.#ask('PATCH', location, {
        headers: { ...offsetType, 'upload-offset': String(offset) },
        body: Uint8Array.from(bytes.subarray(offset, offset + size)),
      })
      receipt = receiptOf(answer)
      const reached = Number(answer.headers.get('upload-offset'))
      if (!receipt && reached <= offset) throw new Refused({ request: 'PATCH', status: answer.status, code: 'stuck' })
      offset = reached
    }
    return receipt
  }

  async #ask(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Response> {
    const authorization = `Bearer ${this.#deposit.token}`
    const answer = await fetch(`${this.#deposit.address}${path}`, {
      method,
      headers: { ...tus, authorization, connection: 'close', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(300_000),
    }).catch(() => null)
    if (!answer) throw new Refused({ request: method, status: 0, code: null })
    if (answer.ok) return answer
    // A proxy answers with a page.
    const { code = null } = (await answer.json().catch(() => ({}))) as { code?: string }
    throw new Refused({ request: method, status: answer.status, code })
  }
}

interface Asked {
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`${refusal.request}: ${refusal.status}`)
    this.refusal = refusal
  }
}

function receiptOf({ headers }: Response): Receipt | null {
  const mediaId = headers.get('x-media-id')
  return mediaId === null ? null : { mediaId: Number(mediaId), sha256: headers.get('x-content-sha256') ?? '' }
}
