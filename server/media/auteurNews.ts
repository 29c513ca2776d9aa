import type { StatutMedia } from '#domain/media/media.ts'
import type { TypeNotification } from '#domain/notification/notification.ts'
import type { Database } from '../database/database.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { publishNotified } from '../live/changes.ts'
import { notify } from '../notification/notify.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

interface News {
  readonly type: TypeNotification
  readonly titre: string
  readonly message: string
}

/**
 * Tells the author of a media how it stands now, in place of what they were not told yet (product 22). A notification
 * that was pushed or mailed before stays, as read. What they were told last and is true again is not repeated.
 */
export async function notifyAuteur(
  { database, clock }: DatabaseDeps,
  { id: mediaId, auteurId, evenementId }: Pick<MediaRow, 'id' | 'auteurId' | 'evenementId'>,
  state: { readonly statut: StatutMedia; readonly raison: string | null },
): Promise<void> {
  const about = { mediaId, utilisateurId: auteurId }
  const isUntold = await dropUntold(database, about)
  const told = await lastTold(database, about)
  const news = newsOf(state, told !== undefined)
  const isKnown =
    news === null || (told?.type === news.type && told.titre === news.titre && told.message === news.message)
  if (!isKnown) await notify(database, clock, [{ ...about, ...news, evenementId }])
  else if (isUntold) await publishNotified(database, [auteurId])
}

interface About {
  readonly mediaId: number
  readonly utilisateurId: number
}

/** @returns whether something was dropped or ended */
async function dropUntold(database: Database, { mediaId, utilisateurId }: About): Promise<boolean> {
  const dropped = await database
    .deleteFrom('notification')
    .where('mediaId', '=', mediaId)
    .where('utilisateurId', '=', utilisateurId)
    .where('lu', '=', 0)
    .where('pushLe', 'is', null)
    .where('courrielLe', 'is', null)
    .executeTakeFirst()
  const superseded = await database
    .updateTable('notification')
    .set({ lu: 1 })
    .where('mediaId', '=', mediaId)
    .where('utilisateurId', '=', utilisateurId)
    .where('lu', '=', 0)
    .executeTakeFirst()
  return dropped.numDeletedRows > 0n || superseded.numUpdatedRows > 0n
}

function lastTold(database: Database, { mediaId, utilisateurId }: About): Promise<News | undefined> {
  return database
    .selectFrom('notification')
    .select(['type', 'titre', 'message'])
    .where('mediaId', '=', mediaId)
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** @param isToldBefore whether anything was told of the media: nobody needs to hear that it waits as before */
function newsOf(
  { statut, raison }: { readonly statut: StatutMedia; readonly raison: string | null },
  isToldBefore: boolean,
): News | null {
  switch (statut) {
    case 'VALIDE':
      return { type: 'MEDIA_VALIDE', titre: 'Média validé', message: "Votre média est visible dans l'album." }
    case 'REJETE':
      return { type: 'MEDIA_REJETE', titre: 'Média rejeté', message: raison ?? "L'organisateur a retiré ce média." }
    case 'SUPPRIME':
      return { type: 'MEDIA_REJETE', titre: 'Média retiré', message: raison ?? "L'organisateur a retiré ce média." }
    default:
      return isToldBefore
        ? { type: 'MEDIA_VALIDE', titre: 'Média restauré', message: 'Votre média attend de nouveau sa validation.' }
        : null
  }
}
