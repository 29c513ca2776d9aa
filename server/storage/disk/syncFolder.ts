import { open } from 'node:fs/promises'
import { UnsafeStorage } from '../partialFile.ts'

/** Makes renames and new files in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await assertSynced(folder.sync())
  } finally {
    await folder.close()
  }
}

/** @throws UnsafeStorage when the sync fails */
export async function assertSynced(syncing: Promise<void>): Promise<void> {
  try {
    await syncing
  } catch (error) {
    throw new UnsafeStorage('sync failed', { cause: error })
  }
}
