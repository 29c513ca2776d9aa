import { setTimeout as pause } from 'node:timers/promises'
import type { MediaRow } from '#server/database/tables/medias.ts'
import { isoFromNow, nowIso } from '#server/clock.ts'
import { Album } from './contents.ts'
import { ApiActions } from './apiActions.ts'
import type { Fault, RandomPhone, Shot } from './phone.ts'
import { cast, type Operation } from './plan.ts'
import { type Setting, networkFaultOf } from './setting.ts'

/** Number of operations between two full checks. */
const wholeEvery = 50

export type OpenPhone = (name: string, world: { setting: Setting; apiActions: ApiActions }) => RandomPhone

/** Runs the operations of a plan on the given kind of phone. */
export class Driver {
  readonly shots: Shot[] = []
  readonly injected = new Map<string, number>()
  readonly apiActions: ApiActions
  readonly phones: readonly RandomPhone[]
  readonly #setting: Setting
  readonly #album = new Album()
  #at = 0
  #networkFaultEnds = 0
  #serverReturns = 0

  constructor({ setting, openPhone }: { setting: Setting; openPhone: OpenPhone }, name: string) {
    this.#setting = setting
    this.apiActions = new ApiActions(setting)
    const world = { setting, apiActions: this.apiActions }
    this.phones = Array.from({ length: cast.phones }, (_, n) => openPhone(`${name}-${n}`, world))
  }

  /** Two people sign in, each on a phone. */
  async begin(): Promise<void> {
    for (const [n, phone] of this.phones.entries()) await phone.login(this.#person(n))
  }

  /** @returns the violations after it */
  async step(operation: Operation): Promise<Fault[]> {
    this.#at += 1
    if (this.#at >= this.#networkFaultEnds) this.#setting.network.fault = { kind: 'none' }
    if (!this.#setting.isServerUp && this.#at >= this.#serverReturns) await this.#startServer()
    await this.#operate(operation)
    const whole = this.#at % wholeEvery === 0
    return (await Promise.all(this.phones.map((phone) => phone.look(whole)))).flat()
  }

  /** Restores the network and all rights; everyone signs in on their phones and sends. */
  async heal(): Promise<Fault[]> {
    this.#at += 1
    this.#setting.network.fault = { kind: 'none' }
    if (!this.#setting.isServerUp) await this.#startServer()
    await Promise.all(this.#setting.network.late)
    await this.apiActions.restoreAll()
    for (const phone of this.phones) await phone.heal(this.#setting.people)
    return (await Promise.all(this.phones.map((phone) => phone.look(true)))).flat()
  }

  async #operate(operation: Operation): Promise<void> {
    switch (operation.do) {
      case 'pick':
        return this.#pick(operation)
      case 'send':
        return this.#send(operation)
      case 'cancel':
      case 'pause':
        return this.#command(operation)
      case 'resume':
      case 'retry':
        return this.#phone(operation.phone).commandAll(operation.do)
      case 'login':
        return this.#login(operation)
      case 'enter':
        return this.#enter(operation)
      case 'logout':
        return this.#logout(operation)
      case 'network':
        this.#inject(operation.fault)
        this.#networkFaultEnds = this.#at + 1 + operation.lasts
        this.#setting.network.fault = networkFaultOf(operation.fault, operation.size)
        return undefined
      case 'clock':
        this.#inject('clock')
        return this.#phone(operation.phone).setClock(operation.days)
      case 'grants':
        return this.#endGrants(operation.end)
      case 'server':
        return this.#killServer(operation.opsDown)
      case 'evenement':
      case 'inscription':
      case 'consentement':
        return this.#setting.isServerUp ? this.apiActions.do(operation) : undefined
      default:
        return this.#decide(operation)
    }
  }

  #login({ phone, person, guestOf }: Extract<Operation, { do: 'login' }>): Promise<void> {
    if (guestOf === null) return this.#phone(phone).login(this.#person(person))
    this.#inject('guest')
    return this.#phone(phone).login(this.#person(person), this.#setting.evenements[guestOf])
  }

  async #enter({ phone, evenement, death, offline, photos }: Extract<Operation, { do: 'enter' }>): Promise<void> {
    this.#inject(death ? 'entryCut' : 'entry')
    if (offline > 0) {
      this.#inject('down')
      this.#networkFaultEnds = this.#at + offline
      this.#setting.network.fault = { kind: 'down' }
      // Open connections would carry the request.
      this.#setting.network.cut()
    }
    await this.#phone(phone).enter?.(this.#setting.evenements[evenement] ?? 0, death)
    await this.#pick({ do: 'pick', phone, evenement, photos, death: null, isRepeated: false })
  }

  async #pick({ phone, evenement, photos, death, isRepeated }: Extract<Operation, { do: 'pick' }>): Promise<void> {
    const { owner, guestOf } = this.#phone(phone)
    if (owner === null) return
    const shots: Shot[] = []
    for (const [n, number] of photos.entries()) {
      shots.push({
        ...(await this.#album.photo(number)),
        name: `photo-${this.#at}-${n}.jpg`,
        ownerId: owner,
        evenementId: guestOf ?? this.#setting.evenements[evenement] ?? 0,
        at: this.#at,
        said: null,
        isAccepted: false,
        ended: null,
        state: '',
        history: [],
        wasRefused: false,
      })
    }
    if (death) this.#inject('copyCut')
    this.shots.push(...shots)
    await this.#phone(phone).pick(shots, { death, isRepeated })
  }

  async #send({ phones, sending, serverDiesMs, opsDown }: Extract<Operation, { do: 'send' }>): Promise<void> {
    if (sending.death) this.#inject('phoneKilled')
    if (sending.overtakenMs !== null) this.#inject('overtaken')
    const running = Promise.all(phones.map((phone) => this.#phone(phone).send(sending)))
    if (serverDiesMs !== null) {
      await pause(serverDiesMs)
      await this.#killServer(opsDown)
    }
    await running
  }

  async #command({ do: what, phone, which }: Extract<Operation, { do: 'cancel' | 'pause' }>): Promise<void> {
    const shot = this.#shot(which)
    if (!shot) return
    const isTheirs = await this.#phone(phone).command(what, shot)
    if (isTheirs && what === 'cancel') shot.ended ??= 'cancelled'
  }

  async #logout({ phone, keep }: Extract<Operation, { do: 'logout' }>): Promise<void> {
    const { owner } = this.#phone(phone)
    if (owner === null) return
    await this.#setting.guests.learn()
    const held = keep ? new Set<string>() : await this.#phone(phone).held()
    for (const shot of this.shots) {
      if (this.#setting.guests.isOne(shot.ownerId, owner) && held.has(shot.name)) shot.ended ??= 'erased'
    }
    await this.#phone(phone).logout(keep)
  }

  async #endGrants(how: 'revoked' | 'expired'): Promise<void> {
    this.#inject(`grants ${how}`)
    const { database, clock } = this.#setting.parts
    const end = how === 'revoked' ? { revoqueLe: nowIso(clock) } : { expire: isoFromNow(clock, -1000) }
    await database.updateTable('uploadGrant').set(end).execute()
  }

  /** A person decides about the media of a picked photo. */
  async #decide(operation: Extract<Operation, { do: 'moderate' | 'deleteOwn' }>): Promise<void> {
    await this.#setting.guests.learn()
    const media = this.#setting.isServerUp ? await this.#mediaOf(this.#shot(operation.which)) : undefined
    if (!media) return undefined
    if (operation.do === 'deleteOwn') return this.apiActions.deleteOwn(media, this.#at)
    return this.apiActions.moderate(media, operation.decision, this.#at)
  }

  async #mediaOf(shot: Shot | undefined): Promise<MediaRow | undefined> {
    const auteurId = this.#setting.guests.personOf(shot?.ownerId ?? 0)
    if (typeof auteurId === 'string') return undefined
    return this.#setting.parts.database
      .selectFrom('media')
      .selectAll()
      .where('auteurId', '=', auteurId)
      .where('evenementId', '=', shot?.evenementId ?? 0)
      .where('sha256', '=', shot?.sha256 ?? '')
      .where('statut', '<>', 'SUPPRIME')
      .executeTakeFirst()
  }

  async #killServer(opsDown: number): Promise<void> {
    if (!this.#setting.isServerUp) return
    this.#inject('serverKilled')
    this.#setting.isServerUp = false
    this.#serverReturns = this.#at + 1 + opsDown
    await this.#setting.server.kill()
  }

  async #startServer(): Promise<void> {
    await this.#setting.server.start()
    this.#setting.isServerUp = true
  }

  #inject(kind: string): void {
    this.injected.set(kind, (this.injected.get(kind) ?? 0) + 1)
  }

  #shot(which: number): Shot | undefined {
    return this.shots[Math.floor(which * this.shots.length)]
  }

  #phone(n: number): RandomPhone {
    const phone = this.phones[n]
    if (!phone) throw new Error(`no phone ${n}`)
    return phone
  }

  #person(n: number) {
    const person = this.#setting.people[n]
    if (!person) throw new Error(`no person ${n}`)
    return person
  }
}
