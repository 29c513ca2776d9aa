import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Null for a file that does not exist, also one that was deleted since it was listed. */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether an error of the file system means that there is no such file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
