import 'fake-indexeddb/auto'
import { Driver, type OpenPhone } from './drive.ts'
import type { Fault } from './phone.ts'
import { type Operation, planOf } from './plan.ts'
import { QueuePhone } from './queuePhone.ts'
import { openSetting, type Setting } from './setting.ts'
import { doubles, findings, rejectedBefore, verdict } from './verdict.ts'

/** Numbers of a run; the fault counters count photos. */
export interface Figures extends Record<Fault['kind'], number> {
  readonly seed: number
  readonly operations: number
  readonly accepted: number
  readonly delivered: number
  /**
   * Guests who entered by first name, how many delivered photos are theirs, and how many were chosen before they were
   * known.
   */
  readonly guests: number
  readonly byGuests: number
  readonly beforeEntry: number
  /** Cancelled, or erased at a logout. */
  readonly cancelled: number
  /** Photos that the server refused at some time, for a temporary reason. */
  readonly refused: number
  readonly seconds: number
}

export interface Outcome {
  readonly figures: Figures
  readonly injected: ReadonlyMap<string, number>
  /** Violations as text; empty when there are none. */
  readonly faults: readonly Found[]
  /** The operations that led to the first violation. */
  readonly trail: readonly string[]
}

/** A violation, and its known history. */
export interface Found extends Fault {
  readonly after: string
  readonly history: readonly string[]
}

const trailLength = 20
const openQueuePhone: OpenPhone = (name, world) => new QueuePhone(name, world)

/** Runs the operations of a seed on the whole system, recovers, and checks the result. */
export async function runSeed(seed: number, operations: number, openPhone = openQueuePhone): Promise<Outcome> {
  const began = Date.now()
  const setting = await openSetting()
  const driver = new Driver({ setting, openPhone }, `seed-${seed}`)
  const book = new Book((photo) => driver.shots.find(({ name }) => name === photo)?.history ?? [])
  try {
    await driver.begin()
    for (const [n, operation] of planOf(seed, operations).entries()) {
      book.begin(`${n + 1} ${lineOf(operation)}`)
      book.add(await driver.step(operation))
    }
    book.begin('everything heals')
    book.add(await driver.heal())
    const delivered = await judge(setting, driver, book)
    const { shots, injected } = driver
    const accepted = shots.filter(({ isAccepted }) => isAccepted)
    const figures = {
      seed,
      operations,
      accepted: accepted.length,
      delivered,
      ...(await setting.guests.figures()),
      beforeEntry: accepted.filter(({ ownerId, state }) => typeof ownerId === 'string' && state === 'done').length,
      cancelled: accepted.filter(({ state, ended }) => state !== 'done' && ended !== null).length,
      refused: shots.filter(({ wasRefused }) => wasRefused).length,
      ...book.counts(),
      seconds: Math.round((Date.now() - began) / 1000),
    }
    return { figures, injected, faults: book.faults, trail: book.trail }
  } finally {
    for (const phone of driver.phones) await phone.close()
    await setting.close()
  }
}

/** @returns the number of delivered photos */
async function judge(setting: Setting, driver: Driver, book: Book): Promise<number> {
  const held = new Set<string>()
  for (const phone of driver.phones) for (const name of await phone.held()) held.add(name)
  const refused = await rejectedBefore(setting, driver.shots)
  const left = Array.from(held).filter((photo) => !refused.has(photo))
  book.add(left.map((photo) => ({ kind: 'unexpected', what: 'healed, and still on the phone', photo })))
  await setting.server.kill()
  book.add(await doubles(setting))
  const { faults, delivered } = await verdict({ setting, apiActions: driver.apiActions, shots: driver.shots }, held)
  book.add(faults)
  book.add(await findings(setting))
  return delivered
}

/** Result and violations. */
class Book {
  readonly faults: Found[] = []
  readonly trail: string[] = []
  readonly #seen = new Map<string, Fault['kind']>()
  readonly #historyOf: (photo: string) => readonly string[]
  #operation = ''

  constructor(historyOf: (photo: string) => readonly string[]) {
    this.#historyOf = historyOf
  }

  begin(operation: string): void {
    this.#operation = operation
    if (this.faults.length > 0) return
    this.trail.push(operation)
    if (this.trail.length > trailLength) this.trail.shift()
  }

  add(faults: readonly Fault[]): void {
    for (const { kind, what, photo } of faults) {
      const key = `${kind} ${photo || what}`
      if (this.#seen.has(key)) continue
      this.#seen.set(key, kind)
      this.faults.push({ kind, what, photo, after: this.#operation, history: this.#historyOf(photo) })
    }
  }

  counts(): Record<Fault['kind'], number> {
    const kinds = [...this.#seen.values()]
    const count = (kind: Fault['kind']) => kinds.filter((seen) => seen === kind).length
    return {
      lost: count('lost'),
      duplicated: count('duplicated'),
      mixed: count('mixed'),
      corrupted: count('corrupted'),
      unexpected: count('unexpected'),
    }
  }
}

function lineOf({ do: what, ...rest }: Operation): string {
  return `${what} ${JSON.stringify(rest)}`
}
