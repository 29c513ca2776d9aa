import type { Clock } from '../clock.ts'
import { Problem } from '../http/problem.ts'

const atOnce = 4
/** A phone that lost its network says no goodbye: its answer stands still until the system gives it up. */
const stillMs = 20_000

interface Turn {
  movedAt: number
  readonly cut: () => void
}

/** How many albums flow to one person at once, in this process. */
export class AlbumTurns {
  readonly #clock: Clock
  readonly #turns = new Map<number, Set<Turn>>()

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
    const turns = this.#turns.get(utilisateurId) ?? new Set()
    if (turns.size >= atOnce) {
      const still = [...turns].find(({ movedAt }) => this.#now() - movedAt >= stillMs)
      if (!still) throw new Problem('album.occupe', { headers: { 'Retry-After': '10' } })
      turns.delete(still)
      still.cut()
    }
    const turn = { movedAt: this.#now(), cut }
    this.#turns.set(utilisateurId, turns.add(turn))
    return {
      moved: () => {
        turn.movedAt = this.#now()
      },
      leave: () => {
        turns.delete(turn)
        if (turns.size === 0) this.#turns.delete(utilisateurId)
      },
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
