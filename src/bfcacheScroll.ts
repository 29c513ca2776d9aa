/**
 * Restores the scroll position of a page from the back/forward cache. Safari shows such a page from its top, and the
 * router restores positions only for pages that are rendered again.
 */
export function restoreBfcacheScroll(): void {
  let left = 0
  addEventListener('pagehide', () => {
    left = scrollY
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo({ top: left, behavior: 'instant' })
  })
}
