import { StorageAway } from '../storage.ts'

const missing = new Set(['NoSuchKey', 'NotFound'])
const full = new Set(['QuotaExceeded', 'QuotaExceededException', 'InsufficientStorage', 'XMinioStorageFull'])

/**
 * An error of the store as the storage's callers know it: `ENOENT`, `ENOSPC`, or StorageAway for
 * everything that a later try may change.
 */
export function asStorageError(error: unknown): Error {
  if (error instanceof StorageAway || isSystemError(error)) return error
  const name = error instanceof Error ? error.name : ''
  if (missing.has(name)) return Object.assign(new Error('no such file', { cause: error }), { code: 'ENOENT' })
  if (full.has(name)) return Object.assign(new Error('the store is full', { cause: error }), { code: 'ENOSPC' })
  return new StorageAway('the store does not answer', { cause: error })
}

/** Whether an error, mapped or of the store, means that there is no such object. */
export function isMissing(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || missing.has(name)
}

/** The result of a read; null when there is no such file. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Already mapped, or from the local disk. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOENT' || code === 'ENOSPC' || code === 'EDQUOT'
}

/** Runs a call to the store. Rejects as {@link asStorageError} says. */
export async function storeCall<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw asStorageError(error)
  }
}
