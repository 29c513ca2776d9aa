import { drainUnderLock } from '#upload-queue/drainer.ts'
import { drain } from '#upload-queue/engine/drain.ts'
import { cancelItems, pauseItems, resumeItems, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { startThroughput } from '#upload-queue/engine/chunkSize.ts'
import type { GrantSource } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isPending } from '#upload-queue/engine/states.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { QueueStore } from '#upload-queue/store/queueStore.ts'
import { ApiError } from '#src/api/apiError.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { Death } from '#tests/upload-queue/support/killer.ts'
import type { Deeds } from './deeds.ts'
import { Page } from './page.ts'
import type { Fault, RandomPhone, Shot } from './phone.ts'
import type { Sending } from './plan.ts'
import type { Setting } from './setting.ts'
import { Watch } from './watch.ts'

const day = 86_400_000
/**
 * Timeouts in milliseconds. The first covers a black hole, the second a slow line and small pieces at the edge of the
 * network, the last a healthy server.
 */
const patience = { blackhole: 250, slow: 60, edge: 200, else: 20_000 } as const
/** Delay from a kill to the next check: longer than the lease of the killed drainer. */
const awayMs = 60_000
const healingRounds = 12

/** A phone with the real queue: its stores, staging, engine, wire, grants and user commands. */
export class QueuePhone implements RandomPhone {
  readonly #changed = new Set<string>()
  /** The database, independent of the pages. */
  readonly #store: QueueStore
  readonly #watch: Watch
  readonly #connection: QueueConnection
  readonly #name: string
  readonly #setting: Setting
  readonly #clock = { now: () => Date.now() + this.#driftMs + this.#wrongMs }
  #driftMs = 0
  #wrongMs = 0
  #justPicked: readonly Shot[] = []
  /** Picked with others that are listed after a kill of the page, and not listed itself. */
  readonly #unmentioned: Shot[] = []
  #page: Page
  #signedIn: { person: PersonneDeTest; token: string } | null = null

  constructor(name: string, { setting, deeds }: { setting: Setting; deeds: Deeds }) {
    this.#name = name
    this.#setting = setting
    this.#connection = new QueueConnection(name)
    this.#store = new QueueStore({ connection: this.#connection, clock: this.#clock, onChange: () => {} })
    const rowCount = (item: QueueItem) => this.#rowCount(item)
    this.#watch = new Watch({ setting, deeds, store: this.#store, rowCount })
    this.#page = this.#openPage()
  }

  get person(): PersonneDeTest | null {
    return this.#signedIn?.person ?? null
  }

  async login(person: PersonneDeTest, guestOf: number | null = null): Promise<void> {
    this.#signedIn = { person, token: await this.#setting.login(person) }
    this.#openSession()
    await this.#page.person.refreshGrants(guestOf === null ? this.#setting.evenements : [guestOf])
  }

  async logout(keep: boolean): Promise<void> {
    const token = this.#signedIn?.token ?? ''
    await this.#page.person.close({ keep })
    await this.#post('/auth/logout', token).catch(() => {})
    this.#signedIn = null
  }

  async pick(
    shots: readonly Shot[],
    { death, isRepeated }: { death: Death | null; isRepeated: boolean },
  ): Promise<void> {
    this.#watch.add(shots)
    this.#justPicked = shots
    await this.#page.person.refreshGrants(shots.slice(0, 1).map(({ evenementId }) => evenementId))
    if ((await this.#page.live(() => this.#take(shots), death)) === 'died') {
      this.#restart()
      await this.#page.endLostCopies()
      const listed = await this.#itemsOf(shots)
      // One transaction writes all rows: before it no file was confirmed.
      if (listed.size > 0) this.#unmentioned.push(...shots.filter(({ name }) => !listed.has(name)))
      const lost = shots.filter(({ name }) => listed.get(name)?.state === 'lost_source')
      if (isRepeated && lost.length > 0) await this.#take(lost)
    }
    const items = await this.#itemsOf(shots)
    for (const shot of shots) {
      const state = items.get(shot.name)?.state ?? 'cancelled'
      shot.isAccepted = state !== 'staging' && state !== 'lost_source' && state !== 'cancelled'
    }
  }

  async send({ by, idleMs, death, overtakenMs }: Sending): Promise<void> {
    this.#driftMs += idleMs
    const page = this.#page
    const grants = by === 'page' ? page.grants : page.storedGrants
    const drainOptions = { lanes: by === 'page' ? 2 : 1, networkIsBack: idleMs > 0 } as const
    const sending = page.live(async () => {
      if (death) return this.#drainAlone(page, grants, drainOptions)
      const rest = { waitMs: 0, canSteal: by === 'page', shouldStop: () => false }
      return drainUnderLock({ ...page.queue, grants, holder: by }, { ...drainOptions, ...rest })
    }, death)
    if (overtakenMs !== null) {
      await new Promise((resolve) => {
        setTimeout(resolve, overtakenMs)
      })
      const other = this.#openPage()
      await this.#drainAlone(other, other.storedGrants, { lanes: 1, networkIsBack: true })
      other.close()
    }
    if ((await sending) === 'died') this.#restart()
  }

  async command(what: 'cancel' | 'pause', shot: Shot): Promise<boolean> {
    const item = (await this.#store.items()).find(({ name }) => name === shot.name)
    if (!item || this.person?.id !== item.ownerId) return false
    await this.#page.person.command(what === 'cancel' ? cancelItems : pauseItems, [item.id])
    return true
  }

  commandAll(what: 'resume' | 'retry'): Promise<void> {
    return this.#page.person.command(what === 'resume' ? resumeItems : retryItems, 'all')
  }

  setClock(days: number): void {
    this.#wrongMs = days * day
  }

  async look(whole: boolean): Promise<Fault[]> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const all = whole ? (await this.#store.items()).map(({ id }) => id) : []
    const faults = await this.#watch.look(new Set([...changed, ...all]))
    faults.push(...(await this.#watch.lookAtAnswers(this.#justPicked)))
    this.#justPicked = []
    for (const { name } of this.#unmentioned)
      faults.push({ kind: 'lost', what: 'picked, and named nowhere', photo: name })
    this.#unmentioned.length = 0
    if (whole) {
      faults.push(...this.#watch.lookAtJournal(await this.#connection.run((database) => database.getAll('journal'))))
    }
    return faults
  }

  async heal(people: readonly PersonneDeTest[]): Promise<void> {
    this.setClock(0)
    for (let round = 0; round < healingRounds; round += 1) {
      for (const person of people) {
        await this.login(person)
        await this.commandAll('resume')
        await this.commandAll('retry')
        await this.send({ by: 'page', idleMs: awayMs, death: null, overtakenMs: null })
      }
      if ((await this.held()).size === 0) return
    }
  }

  async held(): Promise<Set<string>> {
    const live = await this.#store.live()
    return new Set(live.filter(({ state }) => isPending(state)).map(({ name }) => name))
  }

  async close(): Promise<void> {
    this.#page.close()
    this.#connection.close()
    indexedDB.deleteDatabase(this.#name)
  }

  /** All in one choice, for one event, as in the app. */
  async #take(shots: readonly Shot[]): Promise<void> {
    const [first] = shots
    if (!first) return
    const { ownerId, evenementId } = first
    const files = shots.map(({ bytes, name }) => new File([bytes], name, { type: 'image/jpeg' }))
    const answers = await this.#page.takeAll({ ownerId, evenementId }, files)
    for (const [at, shot] of shots.entries()) shot.said = answers[at]?.result ?? null
  }

  async #itemsOf(shots: readonly Shot[]): Promise<Map<string, QueueItem>> {
    const names = new Set(shots.map(({ name }) => name))
    const items = (await this.#store.items()).filter(({ name }) => names.has(name))
    return new Map(items.map((item) => [item.name, item]))
  }

  #rowCount({ id }: QueueItem): Promise<number> {
    const range = IDBKeyRange.bound([id, 0], [id, Infinity])
    return this.#connection.run((database) => database.count('rows', range))
  }

  async #drainAlone(page: Page, grants: GrantSource, drainOptions: { lanes: 1 | 2; networkIsBack: boolean }) {
    const { queue } = page
    const epoch = await queue.lease.claim('another', this.#clock.now())
    const ports = {
      ...queue,
      grants,
      random: Math.random,
      interruption: (id: string) => queue.interruptions.signal(id),
    }
    return drain({ ports, epoch, throughput: startThroughput(), shouldStop: () => false }, drainOptions)
  }

  #openPage(): Page {
    return new Page({
      name: this.#name,
      clock: this.#clock,
      origin: this.#setting.origin,
      patienceMs: () => this.#patienceMs(),
      onChange: (ids) => ids.forEach((id) => this.#changed.add(id)),
    })
  }

  #patienceMs(): number {
    const { weather } = this.#setting.network
    if (weather.kind === 'slow') return weather.bytesPerSecond < 400_000 ? patience.edge : patience.slow
    return weather.kind === 'blackhole' ? patience.blackhole : patience.else
  }

  #restart(): void {
    this.#driftMs += awayMs
    this.#page = this.#openPage()
    this.#openSession()
  }

  #openSession(): void {
    if (!this.#signedIn) return
    const { person, token } = this.#signedIn
    this.#page.person.open({
      ownerId: person.id,
      fetchGrant: async (evenementId) => {
        const answer = await this.#post(`/frontend/participant/evenements/${evenementId}/upload-grants`, token)
        return (await answer.json()) as { grant: string; expire: string }
      },
      isAlive: () => true,
    })
  }

  /** Through the simulated network, like all requests of a phone. @throws on an error answer */
  async #post(path: string, token: string): Promise<Response> {
    const answer = await fetch(`${this.#setting.origin}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(
        this.#setting.network.weather.kind === 'blackhole' ? patience.blackhole : patience.else,
      ),
    })
    if (answer.ok) return answer
    const { code = '', message = '' } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
    throw new ApiError(answer.status, code, message)
  }
}
