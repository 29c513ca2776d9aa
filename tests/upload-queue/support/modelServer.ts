import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { createHash } from 'node:crypto'
import { uploadsPath } from '#upload-queue/wire/uploadAddress.ts'
import type { HttpAnswer, ReconcileAnswer, RequestOptions, Wire, WireAnswer } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { httpAnswer } from './httpAnswer.ts'

interface ModelUpload {
  readonly clientUploadId: string
  readonly ownerId: OwnerId
  readonly evenementId: number
  readonly url: string
  readonly size: number
  readonly sha256: string
  readonly sourceSha256: string
  bytes: Uint8Array<ArrayBuffer>
  mediaId: number | null
}
export interface ModelMedia {
  readonly id: number
  readonly ownerId: OwnerId
  readonly evenementId: number
  readonly clientUploadId: string
  readonly sha256: string
  readonly sourceSha256: string
}
export type Call = 'create' | 'head' | 'patch' | 'remove' | 'reconcile'
/**
 * Fault of one call. `lost`: never arrives. `mute`: served, answer lost. `half`: half of the bytes arrive, then the
 * connection breaks. `flipped`: one bit is corrupted. Otherwise this is the answer.
 */
export type Fault = 'lost' | 'mute' | 'half' | 'flipped' | 'stall' | 'portal' | Partial<HttpAnswer>

const nothing = httpAnswer(200)

/** A minimal server with the guarantees of the protocol: idempotent, hash-checked, each upload owned by one person. */
export class ModelServer {
  readonly medias: ModelMedia[] = []
  readonly uploads: ModelUpload[] = []
  /** Ids of uploads that their person cancelled before any request arrived. */
  readonly #cancelled = new Set<string>()
  /** Valid grants and their owners. */
  readonly grants = new Map<string, { ownerId: OwnerId; evenementId: number }>()
  readonly calls: { call: Call; id: string; bytes: number; grant: string }[] = []
  /** Called before each request; undefined: no fault. */
  fault: (call: Call, id: string) => Fault | undefined = () => undefined
  #serial = 0

  readonly wire: Wire = {
    create: (item, body, options) =>
      this.#serve('create', { id: item.id, body, options }, (bytes) => this.#create(item, bytes, options)),
    head: (url, options) =>
      this.#serve('head', { id: url, body: null, options }, () =>
        // An answer to a HEAD has no body and thus no code.
        ({ ...this.#withUpload(url, options, (u) => this.#state(u)), code: null }),
      ),
    patch: (url, { offset, body }, options) =>
      this.#serve('patch', { id: url, body, options }, (bytes) =>
        this.#withUpload(url, options, (upload) => this.#patch(upload, offset, bytes ?? new Uint8Array())),
      ),
    remove: (url, options) =>
      this.#serve('remove', { id: url, body: null, options }, () =>
        this.#withUpload(url, options, (upload) => {
          // A completed media is not deleted this way.
          if (upload.mediaId === null) this.uploads.splice(this.uploads.indexOf(upload), 1)
          return { ...nothing, status: 204 }
        }),
      ),
    reconcile: async (evenementId, ids, options) => {
      let answered: ReconcileAnswer['known'] = []
      const answer = await this.#serve('reconcile', { id: ids.join(), body: null, options }, () => {
        const owner = this.grants.get(options.grant)
        if (owner?.evenementId !== evenementId) return refusal
        if (options.annuler) for (const id of ids) this.#cancelled.add(id)
        answered = ids.map((id) => this.#reconciled(id, owner.ownerId))
        return nothing
      })
      return { answer, known: answer.kind === 'http' && answer.status === 200 ? answered : [] }
    },
  }

  /** Makes this call fail from now on, for any photo. */
  failOn(call: Call, fault: Fault): void {
    this.fault = (asked) => (asked === call ? fault : undefined)
  }

  /** Makes every call for this photo fail from now on. */
  failAbout(id: string, fault: Fault): void {
    this.fault = (_call, about) => (about.includes(id) ? fault : undefined)
  }

  callNames(): Call[] {
    return this.calls.map(({ call }) => call)
  }

  async #serve(
    call: Call,
    { id, body, options }: { id: string; body: Uint8Array<ArrayBuffer> | null; options: RequestOptions },
    handle: (body: Uint8Array<ArrayBuffer> | null) => HttpAnswer,
  ): Promise<WireAnswer> {
    await Promise.resolve()
    if (options.signal.aborted) return { kind: 'none', reason: 'interrupted' }
    this.calls.push({ call, id, bytes: body?.length ?? 0, grant: options.grant })
    const fault = this.fault(call, id)
    if (typeof fault === 'object') return { ...nothing, ...fault }
    if (fault === 'lost') return { kind: 'none', reason: 'network' }
    if (fault === 'stall' || fault === 'portal') return { kind: 'none', reason: fault }
    const arrived = fault === 'half' && body ? body.subarray(0, body.length >> 1) : body
    const answer = handle(fault === 'flipped' && arrived ? flip(arrived) : arrived)
    return fault === 'mute' || fault === 'half' ? { kind: 'none', reason: 'network' } : answer
  }

  #create(item: QueueItem, body: Uint8Array<ArrayBuffer> | null, options: RequestOptions): HttpAnswer {
    const owner = this.grants.get(options.grant)
    if (owner?.evenementId !== item.evenementId) return refusal
    const known = this.uploads.find((u) => u.clientUploadId === item.id && u.ownerId === owner.ownerId)
    if (known) return { ...this.#state(known), location: known.url }
    if (this.#cancelled.has(item.id)) return { ...nothing, status: 410, code: 'upload.annule' }
    const twin = this.#twinOf({ ...owner, sourceSha256: item.sourceSha256 })
    if (twin) return { ...nothing, mediaId: twin.id, duplicate: true }
    const upload: ModelUpload = {
      ...owner,
      clientUploadId: item.id,
      url: `${uploadsPath(item.evenementId)}/upload-${(this.#serial += 1)}-${item.id}`,
      size: item.size,
      sha256: item.sha256,
      sourceSha256: item.sourceSha256,
      bytes: new Uint8Array(),
      mediaId: null,
    }
    this.uploads.push(upload)
    const answer = body ? this.#patch(upload, 0, body) : { ...nothing, offset: 0 }
    return answer.status >= 400 ? answer : { ...answer, status: 201, location: upload.url }
  }

  #patch(upload: ModelUpload, offset: number, body: Uint8Array<ArrayBuffer>): HttpAnswer {
    if (upload.mediaId !== null) return this.#state(upload)
    if (offset !== upload.bytes.length) return { ...nothing, status: 409, offset: upload.bytes.length }
    upload.bytes = joined(upload.bytes, body)
    if (upload.bytes.length < upload.size) return { ...nothing, status: 204, offset: upload.bytes.length }
    const sha256 = createHash('sha256').update(upload.bytes).digest('hex')
    if (sha256 !== upload.sha256) {
      this.uploads.splice(this.uploads.indexOf(upload), 1)
      return { ...nothing, status: 422, code: 'upload.empreinte' }
    }
    // Two devices may upload the same photo concurrently; the second upload becomes a duplicate of the first.
    const twin = this.#twinOf(upload)
    upload.mediaId = twin?.id ?? this.medias.length + 1
    if (!twin) this.medias.push({ id: upload.mediaId, ...pick(upload), sha256 })
    return this.#state(upload)
  }

  #twinOf(photo: { ownerId: OwnerId; evenementId: number; sourceSha256: string }): ModelMedia | undefined {
    return this.medias.find(
      (media) =>
        media.ownerId === photo.ownerId &&
        media.evenementId === photo.evenementId &&
        media.sourceSha256 === photo.sourceSha256,
    )
  }

  #state(upload: ModelUpload): HttpAnswer {
    const done = upload.mediaId === null ? {} : { mediaId: upload.mediaId, sha256: upload.sha256 }
    return { ...nothing, offset: upload.bytes.length, ...done }
  }

  #withUpload(url: string, options: RequestOptions, handle: (upload: ModelUpload) => HttpAnswer): HttpAnswer {
    const owner = this.grants.get(options.grant)
    if (!owner) return refusal
    const upload = this.uploads.find((u) => u.url === url && u.ownerId === owner.ownerId)
    return upload ? handle(upload) : { ...nothing, status: 404, code: 'upload.introuvable' }
  }

  #reconciled(id: string, ownerId: OwnerId): ReconcileAnswer['known'][number] {
    const upload = this.uploads.find((u) => u.clientUploadId === id && u.ownerId === ownerId)
    if (!upload) {
      return { clientUploadId: id, etat: 'unknown', mediaId: null, sha256: null, uploadUrl: null, offset: null }
    }
    const isDone = upload.mediaId !== null
    return {
      clientUploadId: id,
      etat: isDone ? 'done' : 'open',
      mediaId: upload.mediaId,
      sha256: isDone ? upload.sha256 : null,
      uploadUrl: upload.url,
      offset: upload.bytes.length,
    }
  }
}

const refusal: HttpAnswer = { ...nothing, status: 403, code: 'upload.autorisation_expiree' }

function pick({ ownerId, evenementId, clientUploadId, sourceSha256 }: ModelUpload) {
  return { ownerId, evenementId, clientUploadId, sourceSha256 }
}

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

function flip(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const damaged = bytes.slice()
  damaged[0] = (damaged[0] ?? 0) ^ 1
  return damaged
}
