import { useMemo, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'

const none: ReadonlySet<number> = new Set()

type Entrees = readonly EntreeGalerie[]

/**
 * The media the viewer navigates through: those that match the filter, and those that matched since the viewer opened,
 * even when a decision has removed them from the filter. A media outside the filter is shown among all media.
 * @param openId undefined while the viewer is closed
 */
export function useViewerOrder(shown: Entrees, all: Entrees, openId: number | undefined): Entrees {
  const [seen, setSeen] = useState(none)
  const fresh = openId === undefined ? [] : shown.filter(({ id }) => !seen.has(id))
  // Set during render, so that no frame misses them.
  if (openId === undefined && seen !== none) setSeen(none)
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]))
  return useMemo(() => {
    if (openId === undefined) return shown
    return seen.has(openId) ? all.filter(({ id }) => seen.has(id)) : all
  }, [shown, all, seen, openId])
}
