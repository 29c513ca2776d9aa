import type { Updateable } from 'kysely'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { MediaRow, MediaTable } from '../database/tables/medias.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import type { Storage } from '../storage/storage.ts'
import { needsFile } from './media.repository.ts'

export interface MediaJobDeps extends DatabaseDeps {
  readonly storage: Storage
}

/** Runs work on the files of a media. When the media is erased during the work, a failure is expected and ignored. */
export async function runUnlessErased(deps: MediaJobDeps, media: MediaRow, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (await isFileNeeded(deps, media)) throw error
    await deps.storage.remove(media.fichier)
  }
}

/** Whether the file of a media is still needed: the media was not erased, and has no other file. */
export async function isFileNeeded(
  { database }: MediaJobDeps,
  media: Pick<MediaRow, 'id' | 'fichier'>,
): Promise<boolean> {
  const { id, fichier } = media
  const kept = database.selectFrom('media').select('id').where('id', '=', id).where('fichier', '=', fichier)
  return (await kept.where(needsFile).executeTakeFirst()) !== undefined
}

/**
 * Writes the result of the work into the row. Removes the new variants when the media was erased during the work, or
 * has another file.
 * @returns false when the result was not needed
 */
export async function storeJobResult(
  { database, storage }: MediaJobDeps,
  media: Pick<MediaRow, 'id' | 'fichier'>,
  change: Updateable<MediaTable>,
): Promise<boolean> {
  // After a power cut that undoes it, the variants are made again.
  const { numUpdatedRows } = await unsyncedTransaction(database, (transaction) =>
    transaction
      .updateTable('media')
      .set(change)
      .where('id', '=', media.id)
      .where('fichier', '=', media.fichier)
      .where(needsFile)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) await storage.remove(media.fichier)
  return numUpdatedRows > 0n
}
