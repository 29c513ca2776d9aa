/**
 * The transactions of this page that have not ended. A page that goes back into the browser's history may be frozen
 * with them, and Safari then keeps every later page of the origin waiting for their end. They are undone instead;
 * whoever wants another one waits until the page is there again.
 */
export class OpenTransactions {
  readonly #open = new Set<IDBTransaction>()
  #frozen: PromiseWithResolvers<void> | undefined

  /** Watches over a transaction that begins now; in a frozen page it is undone at once. */
  add(transaction: IDBTransaction): void {
    const forget = () => this.#open.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    this.#open.add(transaction)
    if (this.#frozen) undo(transaction)
  }

  /** The page is about to stand still. */
  freeze(): void {
    this.#frozen ??= Promise.withResolvers()
    for (const transaction of this.#open) undo(transaction)
  }

  /** The page is there again. */
  thaw(): void {
    this.#frozen?.resolve()
    this.#frozen = undefined
  }

  /** Resolves at once, in a frozen page once it is there again. */
  async whenAwake(): Promise<void> {
    await this.#frozen?.promise
  }
}

function undo(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is being committed, for which the page is not needed.
  }
}
