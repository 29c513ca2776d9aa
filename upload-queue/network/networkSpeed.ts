import { createStore, get, set, type UseStore } from 'idb-keyval'
import { dayMs } from '#domain/contract/durations.ts'
import { type Throughput, startThroughput } from '#upload-queue/engine/throughput.ts'
import type { Clock } from '#upload-queue/engine/ports.ts'
import { type NetworkInformation, networkInformation } from './networkInformation.ts'

interface StoredSpeed {
  /** Bytes per millisecond. */
  readonly speed: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A change below this fraction is not stored. */
const worthwhile = 1 / 3

/**
 * Today's upload speed for each type of network, so that a drain does not have to measure it again. Shared by all tabs
 * and the service worker.
 */
export class NetworkSpeed {
  readonly #clock: Clock
  readonly #network: NetworkInformation | undefined
  readonly #name: string
  readonly #known = new Map<string, StoredSpeed>()
  #store: UseStore | undefined

  /** @param network the browser's NetworkInformation; undefined where unsupported */
  constructor(clock: Clock, network: NetworkInformation | undefined = networkInformation(), name = 'eclats-rythme') {
    this.#clock = clock
    this.#network = network
    this.#name = name
  }

  /**
   * The throughput to start with on the current network. Falls back to the default throughput when no speed can be
   * read.
   */
  async recall(): Promise<Throughput> {
    const kind = this.#kind()
    const stored = this.#known.get(kind) ?? (await this.#read(kind).catch(() => undefined))
    if (!stored || Math.abs(this.#clock.now() - stored.at) > dayMs) return startThroughput()
    this.#known.set(kind, stored)
    return startThroughput(stored.speed)
  }

  /** Stores the measured speed. If storing fails, only this page or worker keeps it. */
  async keep({ speed }: Throughput): Promise<void> {
    if (speed === 0) return
    const kind = this.#kind()
    const before = this.#known.get(kind)
    const now = this.#clock.now()
    const isNear = before !== undefined && Math.abs(speed - before.speed) < before.speed * worthwhile
    if (isNear && Math.abs(now - before.at) < dayMs / 2) return
    const stored = { speed, at: now }
    this.#known.set(kind, stored)
    await this.#write(kind, stored).catch(() => {})
  }

  // Async: Firefox and Safari throw from `indexedDB.open` where they forbid storage to this site.
  async #read(kind: string): Promise<StoredSpeed | undefined> {
    return get<StoredSpeed>(kind, this.#open())
  }

  async #write(kind: string, stored: StoredSpeed): Promise<void> {
    return set(kind, stored, this.#open())
  }

  #kind(): string {
    return `${this.#network?.type ?? 'inconnu'} ${this.#network?.effectiveType ?? ''}`.trim()
  }

  #open(): UseStore {
    return (this.#store ??= createStore(this.#name, 'rythme'))
  }
}
