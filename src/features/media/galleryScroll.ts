import { findTile, type Layout, sectionsWithin } from './galleryLayout.ts'

/** Position of a media in the gallery. */
export interface Place {
  readonly id: number
  /** Top of its row, from the top of the gallery. Pixels. */
  readonly top: number
}

/** The first media of the first visible row, when the top of the gallery is above the viewport; otherwise null. */
export function firstInSight(box: HTMLElement | null, layout: Layout): Place | null {
  const hiddenHeight = -(box?.getBoundingClientRect().top ?? 0)
  const [section] =
    hiddenHeight <= 0
      ? []
      : sectionsWithin(layout, hiddenHeight, hiddenHeight + innerHeight).filter(({ rows }) => rows.length > 0)
  const row = section?.rows[0]
  const tile = row?.tiles[0]
  return row && tile ? { id: tile.entree.id, top: row.top } : null
}

/** Top of a gallery, from the top of the page, independent of scrolling. Pixels. */
export function pageTopOf(box: HTMLElement | null): number {
  return (box?.getBoundingClientRect().top ?? 0) - document.documentElement.getBoundingClientRect().top
}

/** Scrolls the page as little as needed to show a media, and focuses it once it is in the DOM. */
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

/** A media that was far away is rendered a few frames after the scrolling. */
function focusSoon(box: HTMLElement, id: number, tries: number): void {
  const tile = box.querySelector<HTMLElement>(`[data-media="${id}"]`)
  if (tile) tile.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusSoon(box, id, tries - 1))
}
