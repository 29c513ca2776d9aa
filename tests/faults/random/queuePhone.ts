import { drainUnderLock } from '#upload-queue/drainer.ts'
import { drain } from '#upload-queue/engine/drain.ts'
import { cancelItems, pauseItems, resumeItems, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { mostLanes } from '#upload-queue/engine/laneTrial.ts'
import type { GrantSource } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isPending } from '#upload-queue/engine/states.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { QueueStore } from '#upload-queue/store/queueStore.ts'
import type { PersonSession } from '#src/pwa/queue/queueSession.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { Death } from '#tests/upload-queue/support/killer.ts'
import type { ApiActions } from './apiActions.ts'
import { EntryOnPhone } from './entryOnPhone.ts'
import { Page } from './page.ts'
import { pieceTimeoutMs, requestTimeoutMs } from './requestTimeouts.ts'
import type { Fault, RandomPhone, Shot } from './phone.ts'
import type { SendPlan } from './plan.ts'
import { PhoneRequests } from './requests.ts'
import type { Setting } from './setting.ts'
import { Watch } from './watch.ts'

const day = 86_400_000
/** Delay from a kill to the next check: longer than the lease of the killed drainer. */
const awayMs = 60_000
const healingRounds = 12
const mostEntries = 100

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
  readonly #requests: PhoneRequests
  #driftMs = 0
  #wrongMs = 0
  #justPicked: readonly Shot[] = []
  /** Picked with others that are listed after a kill of the page, and not listed itself. */
  readonly #unmentioned: Shot[] = []
  #page: Page
  #signedIn: { id: number; token: string; guestOf: number | null } | null = null
  readonly #entry = new EntryOnPhone({
    page: () => this.#page,
    signedIn: () => this.#signedIn?.id ?? null,
    send: (entry) => this.#requests.enter(entry),
    signIn: ({ id, token }, { evenement }) => {
      this.#signedIn = { id, token, guestOf: evenement.id }
      return this.#sessionOf(id)
    },
    sessionOf: (id) => this.#sessionOf(id),
  })

  constructor(name: string, { setting, apiActions }: { setting: Setting; apiActions: ApiActions }) {
    this.#name = name
    this.#setting = setting
    this.#requests = new PhoneRequests(setting, () => requestTimeoutMs(this.#setting.network.fault))
    this.#connection = new QueueConnection(name)
    this.#store = new QueueStore({ connection: this.#connection, clock: this.#clock, onChange: () => {} })
    const rowCount = (item: QueueItem) => this.#rowCount(item)
    this.#watch = new Watch({ setting, apiActions, store: this.#store, rowCount })
    this.#page = this.#openPage()
  }

  get owner(): OwnerId | null {
    return this.#page.person.session?.ownerId ?? null
  }

  get guestOf(): number | null {
    return this.#entry.open?.evenement.id ?? this.#signedIn?.guestOf ?? null
  }

  async enter(evenementId: number, death: Death | null): Promise<void> {
    if (this.#signedIn) await this.logout(true)
    const entering = () => this.#entry.enter(evenementId, (key) => this.#setting.guests.entry(evenementId, key))
    if ((await this.#page.live(entering, death)) === 'died') await this.#restart(death)
  }

  async login(person: PersonneDeTest, guestOf: number | null = null): Promise<void> {
    this.#entry.leave()
    this.#signedIn = { id: person.id, token: await this.#setting.login(person), guestOf: null }
    this.#openSession()
    await this.#page.person.refreshGrants(guestOf === null ? this.#setting.evenements : [guestOf])
  }

  async logout(keep: boolean): Promise<void> {
    if (!this.#signedIn) return keep ? undefined : this.#entry.giveUp()
    const { id, token } = this.#signedIn
    await this.#page.person.close({ ownerId: id, keep })
    await this.#page.guests.forgetOf(id, { keep })
    await this.#requests.logout(token).catch(() => {})
    this.#signedIn = null
  }

  async pick(shots: readonly Shot[], how: { death: Death | null; isRepeated: boolean }): Promise<void> {
    const { death, isRepeated } = how
    this.#watch.add(shots)
    this.#justPicked = shots
    await this.#page.person.refreshGrants(shots.slice(0, 1).map(({ evenementId }) => evenementId))
    if ((await this.#page.live(() => this.#takeAndEnter(shots), death)) === 'died') {
      await this.#restart(death)
      await this.#page.endLostCopies()
      const listed = await this.#itemsOf(shots)
      // One transaction writes all rows: before it no file was confirmed.
      if (listed.size > 0) this.#unmentioned.push(...shots.filter(({ name }) => !listed.has(name)))
      const lost = shots.filter(({ name }) => listed.get(name)?.state === 'lost_source')
      if (isRepeated) await this.#takeAgain(lost)
    }
    const items = await this.#itemsOf(shots)
    for (const shot of shots) {
      const state = items.get(shot.name)?.state ?? 'cancelled'
      shot.isAccepted = state !== 'staging' && state !== 'lost_source' && state !== 'cancelled'
    }
  }

  async send({ by, idleMs, death, overtakenMs }: SendPlan): Promise<void> {
    this.#driftMs += idleMs
    const page = this.#page
    const grants = by === 'page' ? page.grants : page.storedGrants
    const drainOptions = { lanes: by === 'page' ? mostLanes : 1, networkIsBack: idleMs > 0 } as const
    const rest = { waitMs: 0, canSteal: by === 'page', shouldStop: () => false }
    const draining = () =>
      death
        ? this.#drainAlone(page, grants, drainOptions)
        : drainUnderLock({ ...page.queue, grants, holder: by }, { ...drainOptions, ...rest })
    // The answer of an entry may arrive while the page sends for others.
    const sending = page.live(() => Promise.all([draining(), this.#entry.retry()]), death)
    if (overtakenMs !== null) {
      await new Promise((resolve) => {
        setTimeout(resolve, overtakenMs)
      })
      const other = this.#openPage()
      await this.#drainAlone(other, other.storedGrants, { lanes: 1, networkIsBack: true })
      other.close()
    }
    if ((await sending) === 'died') await this.#restart(death)
  }

  async command(what: 'cancel' | 'pause', shot: Shot): Promise<boolean> {
    const item = (await this.#store.items()).find(({ name }) => name === shot.name)
    if (!item || this.owner !== item.ownerId) return false
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
    await this.#enterAll()
    for (let round = 0; round < healingRounds; round += 1) {
      const owners = new Set((await this.#store.live()).map(({ ownerId }) => ownerId))
      for (const person of people.filter(({ id }) => owners.has(id))) {
        await this.login(person)
        await this.commandAll('resume')
        await this.commandAll('retry')
        await this.send({ by: 'page', idleMs: awayMs, death: null, overtakenMs: null })
      }
      if ((await this.held()).size === 0) return
    }
  }

  /** Every entry gets its answer, and its guest the photos. */
  async #enterAll(): Promise<void> {
    for (let round = 0; round < mostEntries; round += 1) {
      if ((await this.#page.guests.all()).length === 0) break
      this.#signedIn = null
      await this.#restart(null)
      await this.#restart(null)
    }
    await this.#setting.guests.learn()
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
  async #take(shots: readonly Shot[], owner: OwnerId | null = null): Promise<void> {
    const [first] = shots
    if (!first) return
    const to = { ownerId: owner ?? first.ownerId, evenementId: first.evenementId }
    const files = shots.map(({ bytes, name }) => new File([bytes], name, { type: 'image/jpeg' }))
    const answers = await this.#page.takeAll(to, files)
    for (const [at, shot] of shots.entries()) shot.said = answers[at]?.result ?? null
  }

  /** Picks again for the same person: their local owner may have become a person of the server at the restart. */
  async #takeAgain(lost: readonly Shot[]): Promise<void> {
    const { guests } = this.#setting
    await guests.learn()
    const { owner } = this
    if (owner !== null && lost.every((shot) => guests.isOne(shot.ownerId, owner))) await this.#take(lost, owner)
  }

  /** The answer of an entry may arrive while files are copied. */
  async #takeAndEnter(shots: readonly Shot[]): Promise<void> {
    const { open } = this.#entry
    await Promise.all([this.#take(shots), this.#entry.retry()])
    if (open) await this.#entry.copiesEnded(open.key)
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

  async #drainAlone(page: Page, grants: GrantSource, drainOptions: { lanes: number; networkIsBack: boolean }) {
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
      pieceTimeoutMs: () => pieceTimeoutMs(this.#setting.network.fault),
      onChange: (ids) => ids.forEach((id) => this.#changed.add(id)),
    })
  }

  /** @param death before its call: the browser had not written the session of a new guest to the disk */
  async #restart(death: Death | null): Promise<void> {
    this.#driftMs += awayMs
    this.#page = this.#openPage()
    const entries = await this.#page.guests.all()
    const isNew = entries.some(({ utilisateurId }) => utilisateurId !== null && utilisateurId === this.#signedIn?.id)
    if (isNew && death?.when === 'before') this.#signedIn = null
    this.#openSession()
    await this.#entry.resume()
  }

  #openSession(): void {
    if (this.#signedIn) this.#page.person.open(this.#sessionOf(this.#signedIn.id))
  }

  #sessionOf(id: number): PersonSession {
    const token = this.#signedIn?.token ?? ''
    return {
      ownerId: id,
      fetchGrant: (evenementId) => this.#requests.grant(evenementId, token),
      isAlive: () => true,
    }
  }
}
