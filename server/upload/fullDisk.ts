import { databaseTroubleOf } from '../database/databaseError.ts'
import { Problem } from '../http/problem.ts'

/** ENOSPC and EDQUOT: no room for a file; or the database has none for a row. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || databaseTroubleOf(error) === 'full'
}

/**
 * Runs what stores a part of a media. The phone keeps the media and asks again later when there was no room for it.
 * @throws Problem upload.disque_plein
 */
export async function mapDiskFull<T>(storing: () => Promise<T>): Promise<T> {
  try {
    return await storing()
  } catch (error) {
    if (isDiskFull(error)) throw new Problem('upload.disque_plein')
    throw error
  }
}
