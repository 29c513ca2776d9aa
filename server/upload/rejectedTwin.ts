import { raisonRetrait } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { Database } from '../database/database.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { type Duplicate, findRemovedOnRequest, type PhotoKey } from '../media/media.repository.ts'

/**
 * A photo of the author that the event already has is not received again. When the organiser has rejected it, the
 * author reads why, and may delete that one to send it again (product 24); not when it is hidden because a person on it
 * has requested its removal: the request would be left behind.
 * @throws Problem media.deja_rejete, with the id of the rejected media in X-Media-Id; media.retrait_demande
 */
export function assertNotRejected({ id, statut, type, raison }: Duplicate): void {
  if (statut !== 'REJETE') return
  const media = nameOf(type)
  if (raison === raisonRetrait) throw new Problem('media.retrait_demande', { values: { media } })
  throw new Problem('media.deja_rejete', {
    ...(raison === null ? { message: `L'organisateur a déjà rejeté ${media}.` } : { values: { media, raison } }),
    headers: { 'X-Media-Id': String(id) },
  })
}

/**
 * A photo that was removed while a person on it requested its removal, or because of it, is not received again from its
 * author: the new media would have no request, and the person who asked was notified that it is removed.
 * @throws Problem media.retrait_demande
 */
export async function assertNotRemovedOnRequest(database: Database, photo: PhotoKey): Promise<void> {
  const removed = await findRemovedOnRequest(database, photo)
  if (removed) throw new Problem('media.retrait_demande', { values: { media: nameOf(removed.type) } })
}

function nameOf(type: MediaRow['type']): string {
  return type === 'VIDEO' ? 'cette vidéo' : 'cette photo'
}
