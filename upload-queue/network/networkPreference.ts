import { createStore, get, set, type UseStore } from 'idb-keyval'
import type { NetworkView } from '#upload-queue/queueView.ts'
import { type NetworkInformation, networkInformation } from './networkInformation.ts'

/** Only some browsers report the type of the network, and the preference works only there. */
type Network = Pick<NetworkInformation, 'type'> & EventTarget

const key = 'wifiSeulement'

/**
 * Whether photos may be sent over mobile data. The preference belongs to the device; all tabs and the service worker
 * share it.
 */
export class NetworkPreference {
  readonly #network: Network | undefined
  readonly #name: string
  #store: UseStore | undefined
  #isWifiOnly = false

  /** @param network the browser's NetworkInformation; undefined where unsupported */
  constructor(network: Network | undefined = networkInformation(), name = 'eclats-ligne') {
    this.#network = network
    this.#name = name
  }

  /**
   * Reads the preference, which another tab may have changed. If the read fails, the last known value applies: a
   * storage failure must not cause uploads over mobile data.
   */
  async read(): Promise<NetworkView> {
    const type = this.#network?.type
    const isKnown = type !== undefined && type !== 'unknown'
    // Without a known network type there is no preference, so do not open the database.
    if (isKnown) this.#isWifiOnly = await this.#stored().catch(() => this.#isWifiOnly)
    return { isKnown, isMobile: this.#isMobile(), isWifiOnly: this.#isWifiOnly }
  }

  /** @throws when the storage fails */
  async choose(isWifiOnly: boolean): Promise<void> {
    await set(key, isWifiOnly, this.#open())
    this.#isWifiOnly = isWifiOnly
  }

  /** Whether nothing may be sent now: the preference as last read asks for Wi-Fi. */
  waitsForWifi(): boolean {
    return this.#isWifiOnly && this.#isMobile()
  }

  /** Calls `listener` when the type of the network changes. */
  onChange(listener: () => void): void {
    let before = this.#network?.type
    // The event also fires on each change of the estimated speed.
    this.#network?.addEventListener('change', () => {
      if (this.#network?.type === before) return
      before = this.#network?.type
      listener()
    })
  }

  #isMobile(): boolean {
    return this.#network?.type === 'cellular'
  }

  async #stored(): Promise<boolean> {
    return (await get<boolean>(key, this.#open())) === true
  }

  #open(): UseStore {
    return (this.#store ??= createStore(this.#name, 'choix'))
  }
}
