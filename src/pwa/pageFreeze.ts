import type { OpenTransactions } from '#upload-queue/store/openTransactions.ts'

/**
 * Ends the page's transactions before the browser freezes it in its history, and lets them begin again on the way back.
 * @param isNeeded asked at that moment
 */
export function releaseWhenFrozen(transactions: OpenTransactions, isNeeded: () => boolean = () => true): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isNeeded()) transactions.freeze()
  })
  addEventListener('pageshow', () => transactions.thaw())
}
