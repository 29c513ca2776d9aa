/**
 * Open transactions of this page. A page in the back/forward cache may be frozen with open transactions; Safari then
 * blocks every later page of the origin until they end. They are aborted instead, and new ones wait until the page
 * resumes.
 */
export class OpenTransactions {
  readonly #open = new Set<IDBTransaction>()
  #frozen: PromiseWithResolvers<void> | undefined

  /** Tracks a new transaction. In a frozen page it is aborted at once. */
  add(transaction: IDBTransaction): void {
    const forget = () => this.#open.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    this.#open.add(transaction)
    if (this.#frozen) undo(transaction)
  }

  /** Aborts all transactions before the page is frozen. */
  freeze(): void {
    this.#frozen ??= Promise.withResolvers()
    for (const transaction of this.#open) undo(transaction)
  }

  /** The page resumes. */
  thaw(): void {
    this.#frozen?.resolve()
    this.#frozen = undefined
  }

  /** Resolves at once, or when a frozen page resumes. */
  async whenAwake(): Promise<void> {
    await this.#frozen?.promise
  }
}

function undo(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction is committing, which also completes in a frozen page.
  }
}
