import type { Clock } from '../clock.ts'
import { Problem } from '../http/problem.ts'

const atOnce = 4
/** A phone that lost its network says no goodbye: its answer stands still until the system gives it up. */
const stillMs = 20_000

interface Slot {
  movedAt: number
  readonly cut: () => void
}

/** How many albums flow to one person at once, in this process. */
export class AlbumSlots {
  readonly #clock: Clock
  readonly #slots = new Map<number, Set<Slot>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Lets one more flow; where there are too many, one that stands still is cut for it.
   * @param cut ends the answer
   * @returns to be told of each piece that flows, and of the end
   * @throws Problem album.occupe when all of them flow
   */
  take(utilisateurId: number, cut: () => void): { moved: () => void; leave: () => void } {
    const slots = this.#slots.get(utilisateurId) ?? new Set()
    if (slots.size >= atOnce) {
      const still = [...slots].find(({ movedAt }) => this.#now() - movedAt >= stillMs)
      if (!still) throw new Problem('album.occupe', { headers: { 'Retry-After': '10' } })
      slots.delete(still)
      still.cut()
    }
    const slot = { movedAt: this.#now(), cut }
    this.#slots.set(utilisateurId, slots.add(slot))
    return {
      moved: () => {
        slot.movedAt = this.#now()
      },
      leave: () => {
        slots.delete(slot)
        if (slots.size === 0) this.#slots.delete(utilisateurId)
      },
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
