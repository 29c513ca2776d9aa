/** The part of an output that belongs to one suite. */
export interface Turn {
  readonly write: (text: string | Uint8Array) => void
  readonly end: () => void
}

/**
 * Lets suites that run side by side write one after the other: the oldest one that has not ended writes at once, what
 * the others write is kept until it is their turn.
 */
export function turnsOf(write: (text: string | Uint8Array) => void): () => Turn {
  const turns: { kept: (string | Uint8Array)[]; hasEnded: boolean }[] = []
  const pass = () => {
    for (;;) {
      const [first] = turns
      if (!first) return
      for (const text of first.kept.splice(0)) write(text)
      if (!first.hasEnded) return
      turns.shift()
    }
  }
  return () => {
    const turn = { kept: [] as (string | Uint8Array)[], hasEnded: false }
    turns.push(turn)
    return {
      write(text) {
        turn.kept.push(text)
        pass()
      },
      end() {
        turn.hasEnded = true
        pass()
      },
    }
  }
}
