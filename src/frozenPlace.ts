/**
 * Brings a page that the browser kept whole back to where it was left. Safari shows such a page from its top; the router
 * knows places of pages that are drawn anew alone.
 */
export function keepPlaceWhileFrozen(): void {
  let left = 0
  addEventListener('pagehide', () => {
    left = scrollY
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo({ top: left, behavior: 'instant' })
  })
}
