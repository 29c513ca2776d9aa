import { noAnswerCause } from '#upload-queue/engine/outcome.ts'
import { ItemMoved } from '#upload-queue/engine/queueErrors.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import { isUnreceived } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueView } from '#upload-queue/queueView.ts'

const sentence = 'Le navigateur a effacé sa copie de cet appareil. Choisissez-la à nouveau.'

/**
 * Writes a row for each shown photo that the browser has deleted from the device, so that the person learns which ones
 * to choose again.
 * @throws StorageBroken
 */
export async function listDeleted(
  { store, staging, clock }: Pick<Queue, 'store' | 'staging' | 'clock'>,
  { ownerId, items }: Pick<QueueView, 'ownerId' | 'items'>,
): Promise<void> {
  if (ownerId === null) return
  // Those in memory are sent from there; a photo that its person has cancelled is not asked for again.
  const shown = items.filter((item) => isUnreceived(item.state) && item.state !== 'cancelling' && !item.isInMemory)
  const stored = await store.itemsWith(shown.map(({ id }) => id))
  const deleted = shown.filter(({ id }) => !stored.has(id))
  if (deleted.length === 0) return
  const files = deleted.map(({ id, evenementId, name, type, originalSize, addedAt }): StagedFile => {
    return { id, ownerId, evenementId, name, type, takenAt: null, size: originalSize, addedAt }
  })
  // No page holds the lock of this new copier id: when this page closes before the end, the next start lists the rows.
  const rows = await staging.begin(files, crypto.randomUUID())
  const cause = { ...noAnswerCause('storage', { now: clock.now() }), message: sentence }
  for (const { id } of rows)
    await store
      .move({ id, from: 'staging', epoch: null, change: { state: 'lost_source', cause } })
      .catch((error: unknown) => {
        // Another page has listed it.
        if (!(error instanceof ItemMoved)) throw error
      })
}
