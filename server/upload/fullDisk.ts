import { databaseTroubleOf } from '../database/databaseError.ts'
import { Problem } from '../http/problem.ts'

/** ENOSPC or EDQUOT from the file system, or a full database. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || databaseTroubleOf(error) === 'full'
}

/**
 * Runs a write and maps a full disk to a Problem. The client keeps the media and retries later.
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
