interface Abortable {
  readonly done: Promise<void>
  abort(): void
}

/**
 * Runs `body` in a transaction and resolves when it is committed. An error of `body` aborts the transaction; IndexedDB
 * itself would commit the requests made before the error.
 */
export async function abortOnFailure<X extends Abortable, T>(
  transaction: X,
  body: (transaction: X) => Promise<T>,
): Promise<T> {
  const { done } = transaction
  // Prevents an unhandled rejection when `body` fails; `done` is awaited below.
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
    // The transaction has ended already, which is why `body` failed.
  }
}
