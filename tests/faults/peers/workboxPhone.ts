import { IDBFactory } from 'fake-indexeddb'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { Fault, RandomPhone, Shot } from '../random/phone.ts'
import type { SendPlan } from '../random/plan.ts'
import type { Setting } from '../random/setting.ts'
import {
  carry,
  fireSync,
  mostAttempts,
  photoHeader,
  register,
  sendPlainly,
  type ShippedQueue,
  startWorker,
} from './workerScope.ts'

/** Approximate port calls per photo: a crash planned at a call is mapped to the photo at that position. */
const callsPerPhoto = 10
const holeMs = 250
const elseMs = 20_000

const never = new Promise<never>(() => {})

interface Life {
  photos: number
  readonly fatal: { readonly photo: number; readonly when: 'before' | 'after' } | null
  readonly power: AbortController
}

/**
 * A phone whose app queues each photo as the specified multipart POST with a bearer token in a Queue of unmodified
 * workbox-background-sync, which cannot cancel, pause or retry a single request.
 */
export class WorkboxPhone implements RandomPhone {
  readonly #name: string
  readonly #setting: Setting
  /** The phone's IndexedDB: it outlives the worker. */
  readonly #disk = new IDBFactory()
  #queue: Promise<ShippedQueue>
  /** Photos of this event so far, and where the worker ends. */
  #life: Life = { photos: 0, fatal: null, power: new AbortController() }
  #signedIn: { person: PersonneDeTest; token: string } | null = null

  constructor(name: string, setting: Setting) {
    this.#name = name
    this.#setting = setting
    this.#queue = this.#startWorker()
  }

  get owner(): number | null {
    return this.#signedIn?.person.id ?? null
  }

  async login(person: PersonneDeTest): Promise<void> {
    this.#signedIn = { person, token: await this.#setting.login(person) }
  }

  async logout(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#signedIn?.token}` }
    const signal = AbortSignal.timeout(holeMs)
    await fetch(`${this.#setting.origin}/api/auth/logout`, { method: 'POST', headers, signal }).catch(() => {})
    this.#signedIn = null
  }

  async pick(shots: readonly Shot[], { death }: { death: SendPlan['death'] }): Promise<void> {
    if (death) return
    const queue = await this.#queue
    for (const shot of shots) {
      const form = new FormData()
      form.append('file', new File([shot.bytes], shot.name, { type: 'image/jpeg' }))
      const path = `/api/frontend/participant/evenements/${shot.evenementId}/medias/upload`
      const headers = { authorization: `Bearer ${this.#signedIn?.token}`, [photoHeader]: shot.name }
      await queue.pushRequest({
        request: new Request(this.#setting.origin + path, { method: 'POST', headers, body: form }),
      })
      carry(shot.name, (request) => this.#carry(shot, request))
      Object.assign(shot, { said: 'safe', isAccepted: true, state: 'never sent' })
    }
  }

  /** Fires the pending sync event; it is held back while offline. */
  async send({ death, overtakenMs }: SendPlan): Promise<void> {
    if (this.#setting.network.fault.kind === 'down') return
    await this.#queue
    const power = new AbortController()
    const fatal = death && { photo: Math.ceil(death.at / callsPerPhoto), when: death.when }
    this.#life = { photos: 0, fatal, power }
    const died = new Promise<void>((resolve) => {
      power.signal.addEventListener('abort', () => resolve())
    })
    const firing = fireSync(this.#name, died)
    if (overtakenMs !== null) {
      await new Promise((resolve) => {
        setTimeout(resolve, overtakenMs)
      })
      // An event that exceeds its time limit continues beside its own retry.
      register(this.#name)
      await fireSync(this.#name, died)
    }
    await firing
    if (power.signal.aborted) this.#queue = this.#startWorker()
  }

  command(): Promise<boolean> {
    return Promise.resolve(false)
  }

  commandAll(): Promise<void> {
    return Promise.resolve()
  }

  setClock(): void {}

  look(): Promise<Fault[]> {
    return Promise.resolve([])
  }

  /** More than a browser does: the tag is registered again in any case. */
  async heal(people: readonly PersonneDeTest[]): Promise<void> {
    for (const person of people) await this.login(person)
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      register(this.#name)
      await this.send({ by: 'worker', idleMs: 0, death: null, overtakenMs: null })
    }
  }

  async held(): Promise<Set<string>> {
    const entries = await (await this.#queue).getAll()
    return new Set(entries.map(({ request }) => request.headers.get(photoHeader) ?? ''))
  }

  async close(): Promise<void> {
    await this.#queue
  }

  /** The request of one photo; an ended worker receives no answer. */
  async #carry(shot: Shot, request: Request): Promise<Response> {
    const life = this.#life
    const { signal } = life.power
    life.photos += 1
    const when = life.photos === life.fatal?.photo ? life.fatal.when : null
    shot.state = 'the worker ended over it'
    if (when === 'before') life.power.abort()
    if (signal.aborted) return never
    const limitMs = this.#setting.network.fault.kind === 'blackhole' ? holeMs : elseMs
    try {
      const answer = await sendPlainly(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) })
      if (when === 'after') life.power.abort()
      if (!signal.aborted) shot.state = `answered ${answer.status}`
      return signal.aborted ? await never : answer
    } catch (error) {
      if (signal.aborted) return never
      shot.state = 'no answer'
      throw error
    }
  }

  #startWorker(): Promise<ShippedQueue> {
    return startWorker(this.#name, this.#disk)
  }
}
