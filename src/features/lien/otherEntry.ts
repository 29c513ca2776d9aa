import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { callForOther } from '#src/api/client.ts'
import { entryInput } from '#src/api/entryInput.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { giveUpEntry } from './guestEntry.ts'

/**
 * Enters an event as the guest of a waiting entry, and sends the photos in the guest's name. The person of this page
 * stays signed in: the guest's token is used for one grant and not stored. The entry is kept, and opens the guest's
 * session after the sign-out of that person.
 * @throws ApiError when the server refuses the entry or the grant, NetworkError when there is no usable answer
 */
export async function sendOtherEntry(entry: GuestEntry): Promise<void> {
  const { token, inscription } = await callForOther(lienEndpoints.enterAsInvite, entryInput(entry), null)
  const guestId = inscription.user.id
  // Before the photos: a browser killed in between finds the guest again.
  await uploadQueue.saveEntry({ ...entry, utilisateurId: guestId })
  const { id: evenementId } = entry.evenement
  const grant = await callForOther(uploadEndpoints.grant, { params: { id: evenementId } }, token)
  await uploadQueue.giveEntry({ key: entry.key, guestId, evenementId, grant })
}

/** Deletes an entry and its photos from this device, also those that its guest has already. */
export async function deleteOtherEntry(entry: GuestEntry): Promise<void> {
  if (entry.utilisateurId !== null) await uploadQueue.closeSession({ ownerId: entry.utilisateurId, keep: false })
  await giveUpEntry(entry)
}
