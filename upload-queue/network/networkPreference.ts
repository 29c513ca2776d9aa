import { createStore, get, set, type UseStore } from 'idb-keyval'
import type { NetworkView } from '#upload-queue/queueView.ts'

/** Network Information API; only some browsers tell the kind of the line, and only those can keep a promise about it. */
interface KnownLine extends EventTarget {
  readonly type?: string | undefined
}

const key = 'wifiSeulement'

/** Whether photos may leave by mobile data: the choice of whoever holds this phone, the same in every tab and the worker. */
export class NetworkPreference {
  readonly #line: KnownLine | undefined
  readonly #name: string
  #store: UseStore | undefined
  #isWifiOnly = false

  /** @param line what the browser tells of the line; undefined where it tells nothing */
  constructor(line: KnownLine | undefined = Reflect.get(navigator, 'connection'), name = 'eclats-ligne') {
    this.#line = line
    this.#name = name
  }

  /**
   * Reads the choice, which another tab may have changed. Where it cannot be read the last one known stands: nothing goes
   * by mobile data for a failure of storage.
   */
  async read(): Promise<NetworkView> {
    const type = this.#line?.type
    const isKnown = type !== undefined && type !== 'unknown'
    // Where there is nothing to choose, no storage is opened for it.
    if (isKnown) this.#isWifiOnly = await this.#stored().catch(() => this.#isWifiOnly)
    return { isKnown, isMobile: this.#isMobile(), isWifiOnly: this.#isWifiOnly }
  }

  /** @throws where nothing can be stored */
  async choose(isWifiOnly: boolean): Promise<void> {
    await set(key, isWifiOnly, this.#open())
    this.#isWifiOnly = isWifiOnly
  }

  /** Whether nothing may leave just now, by the choice as it was last read. */
  isHeld(): boolean {
    return this.#isWifiOnly && this.#isMobile()
  }

  /** Calls `listener` when the phone changes its line. */
  onChange(listener: () => void): void {
    let before = this.#line?.type
    // It also changes with every breath of the line's speed.
    this.#line?.addEventListener('change', () => {
      if (this.#line?.type === before) return
      before = this.#line?.type
      listener()
    })
  }

  #isMobile(): boolean {
    return this.#line?.type === 'cellular'
  }

  async #stored(): Promise<boolean> {
    return (await get<boolean>(key, this.#open())) === true
  }

  #open(): UseStore {
    return (this.#store ??= createStore(this.#name, 'choix'))
  }
}
