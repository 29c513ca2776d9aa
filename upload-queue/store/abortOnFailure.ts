/** A transaction as `idb` gives it. */
interface Abortable {
  readonly done: Promise<void>
  abort(): void
}

/**
 * Runs `body` in a transaction and resolves when it is committed. Whatever `body` throws aborts the transaction:
 * IndexedDB itself would commit the requests made before an exception.
 */
export async function abortOnFailure<X extends Abortable, T>(
  transaction: X,
  body: (transaction: X) => Promise<T>,
): Promise<T> {
  const { done } = transaction
  // Awaited below; a failure of `body` must not leave it unhandled.
  done.catch(() => {})
  try {
    const result = await body(transaction)
    await done
    return result
  } catch (error) {
    abort(transaction)
    throw error
  }
}

function abort(transaction: Abortable): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself, which is why `body` failed.
  }
}
