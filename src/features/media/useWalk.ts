import { useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'

type Entrees = readonly EntreeGalerie[]

const none: ReadonlySet<number> = new Set()

/**
 * The media that one goes through while one is shown large: those that the filter shows, and those that it showed since
 * the first was opened, also when a decision has taken them out of it. A media that the filter hid is shown among all.
 * @param openId undefined while none is shown large
 */
export function useWalk(shown: Entrees, all: Entrees, openId: number | undefined): Entrees {
  const [seen, setSeen] = useState(none)
  const fresh = openId === undefined ? [] : shown.filter(({ id }) => !seen.has(id))
  // Learned while rendering, so that no frame goes without them.
  if (openId === undefined && seen !== none) setSeen(none)
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]))
  if (openId === undefined) return shown
  return seen.has(openId) ? all.filter(({ id }) => seen.has(id)) : all
}
