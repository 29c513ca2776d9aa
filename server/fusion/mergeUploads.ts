import { packIds, unpackIds } from '../album/idList.ts'
import type { Database } from '../database/database.ts'
import { eraseLater } from '../media/media.repository.ts'
import type { Merge } from './merge.ts'

/**
 * Marks the uploads and upload grants of the guest, so that they can move: such a grant stays valid for the uploads
 * that the guest had announced, and for nothing else of the account. Bytes and fencing numbers stay, so a request that is
 * writing one continues too.
 * @param database a transaction
 */
export async function mergeUploads(database: Database, { guest, account }: Merge, now: string): Promise<void> {
  // The same client id, announced by both: the phone reads the state of the account's.
  const own = database.selectFrom('upload').select('clientUploadId').where('utilisateurId', '=', account)
  const twice = await database
    .deleteFrom('upload')
    .where('utilisateurId', '=', guest)
    .where('clientUploadId', 'in', own)
    .returning(['fichierTemporaire', 'etat'])
    .execute()
  const unfinished = twice.filter(({ etat }) => etat !== 'FAIT')
  await eraseLater(
    database,
    unfinished.map(({ fichierTemporaire }) => fichierTemporaire),
    now,
  )
  for (const table of ['upload', 'uploadGrant'] as const)
    await database.updateTable(table).set({ inviteId: guest }).where('utilisateurId', '=', guest).execute()
}

/** Joins what both have downloaded of an album, by choice. @param database a transaction */
export async function mergeRecus(database: Database, { guest, account }: Merge): Promise<void> {
  const rows = await database
    .selectFrom('albumRecu')
    .selectAll()
    .where('utilisateurId', 'in', [guest, account])
    .execute()
  for (const row of rows.filter(({ utilisateurId }) => utilisateurId === guest)) {
    const other = rows.find(
      ({ utilisateurId, evenementId, choix }) =>
        utilisateurId === account && evenementId === row.evenementId && choix === row.choix,
    )
    if (!other) continue
    const medias = packIds(new Set([...unpackIds(row.medias), ...unpackIds(other.medias)]))
    const depuis = row.depuis > other.depuis ? row.depuis : other.depuis
    await database.updateTable('albumRecu').set({ medias, depuis }).where('id', '=', other.id).execute()
    await database.deleteFrom('albumRecu').where('id', '=', row.id).execute()
  }
}
