import { findTile, type Layout, within } from './galleryLayout.ts'

/** Where a media stands. */
export interface Place {
  readonly id: number
  /** Of its row, from the top of the gallery. Pixels. */
  readonly top: number
}

/** The first row in sight, by its first media, of a gallery whose top has left the screen; null of any other. */
export function firstInSight(box: HTMLElement | null, layout: Layout): Place | null {
  const gone = -(box?.getBoundingClientRect().top ?? 0)
  const [section] = gone <= 0 ? [] : within(layout, gone, gone + innerHeight).filter(({ rows }) => rows.length > 0)
  const row = section?.rows[0]
  const tile = row?.tiles[0]
  return row && tile ? { id: tile.entree.id, top: row.top } : null
}

/** The top of a gallery, from the top of the page, however that is scrolled. Pixels. */
export function pageTopOf(box: HTMLElement | null): number {
  return (box?.getBoundingClientRect().top ?? 0) - document.documentElement.getBoundingClientRect().top
}

/** Scrolls the page as little as needed for a media to be in sight, and gives it the focus once it is in the page. */
export function goToTile(box: HTMLElement | null, layout: Layout, id: number): void {
  const found = findTile(layout, id)
  if (!box || !found) return
  const { row } = found
  const top = box.getBoundingClientRect().top + row.top
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(document.documentElement)
  const above = Number.parseFloat(scrollPaddingBlockStart) || 0
  const below = innerHeight - (Number.parseFloat(scrollPaddingBlockEnd) || 0)
  if (top < above) scrollBy({ top: top - above, behavior: 'instant' })
  else if (top + row.height > below)
    scrollBy({ top: Math.min(top - above, top + row.height - below), behavior: 'instant' })
  focusSoon(box, id, 40)
}

/** A media that was far away is in the page a few frames after the scrolling. */
function focusSoon(box: HTMLElement, id: number, tries: number): void {
  const tile = box.querySelector<HTMLElement>(`[data-media="${id}"]`)
  if (tile) tile.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusSoon(box, id, tries - 1))
}
