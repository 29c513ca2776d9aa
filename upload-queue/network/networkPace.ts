import { createStore, get, set, type UseStore } from 'idb-keyval'
import { type Pace, startPace } from '#upload-queue/engine/pace.ts'
import type { Clock } from '#upload-queue/engine/ports.ts'

/** Network Information API, where the browser has it. */
interface KnownLine {
  readonly type?: string | undefined
  readonly effectiveType?: string | undefined
}

interface StoredSpeed {
  /** Bytes per millisecond. */
  readonly speed: number
  /** Milliseconds since 1970. */
  readonly at: number
}

const day = 24 * 3_600_000
/** A change below a third is not worth a write. */
const worthwhile = 1 / 3

/** How fast each kind of line was today, so that no drain has to learn it anew; the same for every tab and the worker. */
export class NetworkPace {
  readonly #clock: Clock
  readonly #line: KnownLine | undefined
  readonly #name: string
  readonly #known = new Map<string, StoredSpeed>()
  #store: UseStore | undefined

  /** @param line what the browser tells of the line; undefined where it tells nothing */
  constructor(
    clock: Clock,
    line: KnownLine | undefined = Reflect.get(navigator, 'connection'),
    name = 'eclats-rythme',
  ) {
    this.#clock = clock
    this.#line = line
    this.#name = name
  }

  /** The pace to begin with on today's line. Where nothing can be read it is the one for an unknown line. */
  async recall(): Promise<Pace> {
    const kind = this.#kind()
    const stored = this.#known.get(kind) ?? (await get<StoredSpeed>(kind, this.#open()).catch(() => undefined))
    if (!stored || Math.abs(this.#clock.now() - stored.at) > day) return startPace()
    this.#known.set(kind, stored)
    return startPace(stored.speed)
  }

  /** Remembers what was learnt. Where nothing can be stored, this place alone knows it. */
  async keep({ speed }: Pace): Promise<void> {
    if (speed === 0) return
    const kind = this.#kind()
    const before = this.#known.get(kind)
    const now = this.#clock.now()
    const isNear = before !== undefined && Math.abs(speed - before.speed) < before.speed * worthwhile
    if (isNear && Math.abs(now - before.at) < day / 2) return
    const stored = { speed, at: now }
    this.#known.set(kind, stored)
    await set(kind, stored, this.#open()).catch(() => {})
  }

  #kind(): string {
    return `${this.#line?.type ?? 'inconnu'} ${this.#line?.effectiveType ?? ''}`.trim()
  }

  #open(): UseStore {
    return (this.#store ??= createStore(this.#name, 'rythme'))
  }
}
