import { serviceEndpoints } from '#domain/service/service.endpoints.ts'

const uploads = /^\/api\/frontend\/participant\/evenements\/(\d+)\/medias\/uploads(?:\/(.+))?$/

interface Upload {
  readonly metadata: Record<string, string>
  readonly size: number
  bytes: Uint8Array<ArrayBuffer>
}

/** An API host for one page behind a replaced fetch: speaks tus, answers health checks, records requests. */
export class FakeHost {
  readonly received = new Map<string, string>()
  readonly grantsSeen: string[] = []
  /** Signals of the requests about uploads, from their arrival. */
  readonly signals: (AbortSignal | null | undefined)[] = []
  /** Times of requests that arrived while the host was unreachable; milliseconds of the page's clock. */
  readonly unheardAt: number[] = []
  isReachable = true
  /** Whether the organiser has deleted the events. */
  isDeleted = false
  /** Delay before each answer, so that a test can inspect an upload in progress. */
  gate: Promise<void> = Promise.resolve()
  readonly #uploads = new Map<string, Upload>()

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (uploads.test(new URL(request.url).pathname)) this.signals.push(init?.signal)
    await this.gate
    if (!this.isReachable) {
      this.unheardAt.push(performance.now())
      throw new TypeError('Failed to fetch')
    }
    if (init?.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (new URL(request.url).pathname === `/api${serviceEndpoints.health.path}`) return Response.json({})
    this.grantsSeen.push(request.headers.get('Authorization') ?? '')
    if (this.isDeleted) return refusal()
    const [, evenementId = '', id] = uploads.exec(new URL(request.url).pathname) ?? []
    if (id === 'reconcile') return this.#reconcile(request)
    if (request.method === 'POST') return this.#create(request, evenementId)
    const upload = this.#uploads.get(id ?? '')
    if (!upload) return answer(404)
    if (request.method === 'PATCH') upload.bytes = await joined(upload.bytes, await request.arrayBuffer())
    return this.#state(upload, request.method === 'PATCH' ? 204 : 200)
  }

  async #create(request: Request, evenementId: string): Promise<Response> {
    const metadata = metadataOf(request.headers.get('Upload-Metadata') ?? '')
    const id = `upload-of-${metadata['clientUploadId']}`
    const known = this.#uploads.get(id)
    const size = Number(request.headers.get('Upload-Length'))
    const upload = known ?? { metadata, size, bytes: new Uint8Array(await request.arrayBuffer()) }
    this.#uploads.set(id, upload)
    const response = await this.#state(upload, known ? 200 : 201)
    response.headers.set('Location', `/api/frontend/participant/evenements/${evenementId}/medias/uploads/${id}`)
    return response
  }

  async #state(upload: Upload, status: number): Promise<Response> {
    const response = answer(status)
    response.headers.set('Upload-Offset', String(upload.bytes.length))
    if (upload.bytes.length < upload.size) return response
    const sha256 = await sha256Of(upload.bytes)
    this.received.set(upload.metadata['name'] ?? '', sha256)
    response.headers.set('X-Media-Id', String(this.received.size))
    response.headers.set('X-Content-Sha256', sha256)
    return response
  }

  async #reconcile(request: Request): Promise<Response> {
    const { ids } = (await request.json()) as { ids: string[] }
    const known = ids.map((clientUploadId) => {
      return { clientUploadId, etat: 'unknown', mediaId: null, sha256: null, uploadUrl: null, offset: null }
    })
    return new Response(JSON.stringify(known), { headers: { 'Tus-Resumable': '1.0.0' } })
  }
}

export async function sha256Of(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function answer(status: number): Response {
  return new Response(null, { status, headers: { 'Tus-Resumable': '1.0.0' } })
}

function refusal(): Response {
  const problem = { code: 'upload.inscription_requise', message: 'Une phrase' }
  return Response.json(problem, { status: 403, headers: { 'Tus-Resumable': '1.0.0' } })
}

async function joined(a: Uint8Array<ArrayBuffer>, b: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob([a, b]).arrayBuffer())
}

function metadataOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(',').map((pair) => {
      const [key = '', value = ''] = pair.split(' ')
      return [key, new TextDecoder().decode(Uint8Array.from(atob(value), (char) => char.charCodeAt(0)))]
    }),
  )
}
