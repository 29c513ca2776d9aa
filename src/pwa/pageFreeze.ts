import type { OpenTransactions } from '#upload-queue/store/openTransactions.ts'

/**
 * Aborts the page's transactions before it enters the back/forward cache, and allows new ones when it is restored.
 * @param isNeeded evaluated when the page is frozen
 */
export function releaseWhenFrozen(transactions: OpenTransactions, isNeeded: () => boolean = () => true): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isNeeded()) transactions.freeze()
  })
  addEventListener('pageshow', () => transactions.thaw())
}
