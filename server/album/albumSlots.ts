import type { Clock } from '../clock.ts'
import { Problem } from '../http/problem.ts'

const maxPerPerson = 4
/** A lost connection is not reported: the response stalls until the TCP timeout. */
const stalledMs = 20_000

interface Slot {
  movedAt: number
  readonly cut: () => void
}

/** Limits concurrent album downloads per person, in this process. */
export class AlbumSlots {
  readonly #clock: Clock
  readonly #slots = new Map<number, Set<Slot>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Reserves a slot. When all are taken, a stalled download is aborted.
   * @param cut aborts the response
   * @returns callbacks for each sent piece and for the end
   * @throws Problem album.occupe when no download is stalled
   */
  take(utilisateurId: number, cut: () => void): { moved: () => void; leave: () => void } {
    const slots = this.#slots.get(utilisateurId) ?? new Set()
    if (slots.size >= maxPerPerson) {
      const stalled = [...slots].find(({ movedAt }) => this.#now() - movedAt >= stalledMs)
      if (!stalled) throw new Problem('album.occupe', { headers: { 'Retry-After': '10' } })
      slots.delete(stalled)
      stalled.cut()
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
