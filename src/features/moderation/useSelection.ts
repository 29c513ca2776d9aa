import { useState } from 'react'
import { type DeskItem, isOpen } from './deskItems.ts'

export interface Selection {
  readonly ids: ReadonlySet<number>
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** Selects the range from the last toggled media to this one. */
  reach: (id: number) => void
  all: () => void
  clear: () => void
}

/** The selection among these items. An item that is decided leaves it. */
export function useSelection(items: readonly DeskItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [from, setFrom] = useState<number | null>(null)
  const open = items.filter(isOpen).map(({ media }) => media.id)
  const ids = chosen.size === 0 ? chosen : new Set(open.filter((id) => chosen.has(id)))
  const touch = (next: Iterable<number>, id: number) => {
    setChosen(new Set(next))
    setFrom(id)
  }
  return {
    ids,
    has: (id) => ids.has(id),
    toggle: (id) => touch(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id], id),
    reach: (id) => {
      const [a, b] = [open.indexOf(from ?? id), open.indexOf(id)]
      if (a < 0 || b < 0) return
      setChosen(new Set([...ids, ...open.slice(Math.min(a, b), Math.max(a, b) + 1)]))
    },
    all: () => setChosen(new Set(open)),
    clear: () => setChosen(new Set()),
  }
}
