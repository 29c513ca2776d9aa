/** How long a decision stays on this device before it is sent, in milliseconds (product 22). */
export const holdMs = 10_000

export interface Decision {
  readonly mediaId: number
  readonly evenementId: number
  readonly statut: 'VALIDE' | 'REJETE'
  readonly raison: string | null
  /** The version that was seen; another organiser's decision in between is a 409. */
  readonly version: number
  /** What it was about, for the undo line: "Photo de Zoé Lambert, 21:08". */
  readonly name: string
}

export interface KeptDecision extends Decision {
  /** held: may be undone; sending; waiting: the network is missing. */
  readonly state: 'held' | 'sending' | 'waiting'
  /** Milliseconds since 1970. */
  readonly decidedAt: number
}

interface Ports {
  /** Tells the server. A rejection that `isLater` accepts is tried again, any other ends the decision. */
  send(decision: Decision): Promise<void>
  isLater(error: unknown): boolean
  onRefused(decision: Decision, error: unknown): void
  /** Writes what is kept to the device, so that a closed tab loses no decision. */
  save(kept: readonly Decision[]): void
}

/** Keeps decisions for 10 s, in which each can be undone, then sends them; without network they wait. */
export class DecisionQueue {
  #ports: Ports
  #kept: readonly KeptDecision[] = []
  #timers = new Map<number, ReturnType<typeof setTimeout>>()
  #listeners = new Set<() => void>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** What is still here, oldest first. */
  kept = (): readonly KeptDecision[] => this.#kept

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes a decision; an earlier one on the same media that was not sent yet gives way. */
  decide(decision: Decision, now: number = Date.now()): void {
    this.#forget(decision.mediaId)
    this.#put([...this.#kept, { ...decision, state: 'held', decidedAt: now }])
    this.#timers.set(
      decision.mediaId,
      setTimeout(() => void this.#send(decision.mediaId), holdMs),
    )
  }

  /** Takes the latest decision back that is still held. */
  undo(): Decision | null {
    const last = this.#kept.findLast((kept) => kept.state === 'held')
    if (last === undefined) return null
    this.#forget(last.mediaId)
    return last
  }

  /** Sends everything now: the person leaves the desk. */
  async flush(): Promise<void> {
    await Promise.all(this.#kept.map((kept) => this.#send(kept.mediaId)))
  }

  /** Takes up what an earlier visit left on this device. */
  async resume(decisions: readonly Decision[]): Promise<void> {
    const known = new Set(this.#kept.map((kept) => kept.mediaId))
    const fresh = decisions.filter((decision) => !known.has(decision.mediaId))
    if (fresh.length === 0) return
    const waiting = fresh.map((decision): KeptDecision =>
      Object.assign({}, decision, { state: 'waiting', decidedAt: 0 } as const),
    )
    this.#put([...this.#kept, ...waiting])
    await this.retry()
  }

  /** Tries again what waits for the network, one after the other. */
  async retry(): Promise<void> {
    for (const kept of this.#kept.filter(({ state }) => state === 'waiting')) await this.#send(kept.mediaId)
  }

  async #send(mediaId: number): Promise<void> {
    const decision = this.#kept.find((kept) => kept.mediaId === mediaId)
    if (decision === undefined || decision.state === 'sending') return
    clearTimeout(this.#timers.get(mediaId))
    this.#timers.delete(mediaId)
    this.#setState(mediaId, 'sending')
    try {
      await this.#ports.send(decision)
      this.#forget(mediaId)
    } catch (error) {
      if (this.#ports.isLater(error)) {
        this.#setState(mediaId, 'waiting')
        return
      }
      this.#forget(mediaId)
      this.#ports.onRefused(decision, error)
    }
  }

  #forget(mediaId: number): void {
    clearTimeout(this.#timers.get(mediaId))
    this.#timers.delete(mediaId)
    if (this.#kept.some((kept) => kept.mediaId === mediaId))
      this.#put(this.#kept.filter((kept) => kept.mediaId !== mediaId))
  }

  #setState(mediaId: number, state: KeptDecision['state']): void {
    this.#put(this.#kept.map((kept) => (kept.mediaId === mediaId ? { ...kept, state } : kept)))
  }

  #put(kept: readonly KeptDecision[]): void {
    this.#kept = kept
    this.#ports.save(kept)
    for (const listener of this.#listeners) listener()
  }
}
