import { randomUUID } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { UploadRow, UploadTable } from '../database/tables/medias.ts'

/** The state of an upload that its person has cancelled. The server ends uploads as `ANNULE` too, without a code. */
const cancelledByOwner = { etat: 'ANNULE', erreurCode: 'upload.annule' } as const

/** Whether the person has cancelled an upload: unlike one that the server has ended, it cannot start again. */
export function isCancelledByOwner({ etat, erreurCode }: Pick<UploadRow, 'etat' | 'erreurCode'>): boolean {
  return etat === cancelledByOwner.etat && erreurCode === cancelledByOwner.erreurCode
}

/** An upload of this person; undefined for another person's. */
export function findUpload(database: Database, own: { id: string; utilisateurId: number; evenementId: number }) {
  return database
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', own.id)
    .where('utilisateurId', '=', own.utilisateurId)
    .where('evenementId', '=', own.evenementId)
    .executeTakeFirst()
}

/** An upload of any person. */
export function findUploadById(database: Database, id: string) {
  return database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The upload that a person started with a client upload id. */
export function findUploadOfClient(database: Database, own: { utilisateurId: number; clientUploadId: string }) {
  return database
    .selectFrom('upload')
    .selectAll()
    .where('utilisateurId', '=', own.utilisateurId)
    .where('clientUploadId', '=', own.clientUploadId)
    .executeTakeFirst()
}

/** Inserts an upload. @returns undefined when this person already has one with that client id */
export function insertUpload(database: Database, upload: Insertable<UploadTable>): Promise<UploadRow | undefined> {
  return database
    .insertInto('upload')
    .values(upload)
    .onConflict((conflict) => conflict.columns(['utilisateurId', 'clientUploadId']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Writes that a person has cancelled uploads of which the server has nothing, or which it has ended. An upload that is
 * received or finished stays.
 * @param now ISO 8601
 */
export async function insertCancelled(
  database: Database,
  own: { utilisateurId: number; evenementId: number; ids: readonly string[] },
  now: string,
): Promise<void> {
  const rows = own.ids.map((clientUploadId) => {
    const id = randomUUID()
    const { utilisateurId, evenementId } = own
    const nothing = { taille: 0, decalage: 0, fichierTemporaire: id, nom: '', mime: '' }
    return {
      id,
      clientUploadId,
      utilisateurId,
      evenementId,
      ...nothing,
      ...cancelledByOwner,
      creeLe: now,
      toucheLe: now,
    }
  })
  await database
    .insertInto('upload')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['utilisateurId', 'clientUploadId'])
        .doUpdateSet((update) => ({ ...cancelledByOwner, barriere: update('upload.barriere', '+', 1) }))
        .where('upload.etat', 'in', ['ANNULE', 'REFUSE']),
    )
    .execute()
}

/**
 * Changes an upload if its fencing number is still the one that the caller saw, and increments the number: only one of
 * two concurrent writers succeeds.
 * @returns the changed upload, or null when another writer changed it first
 */
export async function advanceUpload(
  database: Database,
  seen: UploadRow,
  change: Updateable<UploadTable>,
): Promise<UploadRow | null> {
  const row = await database
    .updateTable('upload')
    .set({ ...change, barriere: seen.barriere + 1 })
    .where('id', '=', seen.id)
    .where('barriere', '=', seen.barriere)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Forgets the commit attempts of an upload. Its fencing number stays. @returns whether the upload exists */
export async function resetAttempts(database: Database, id: string): Promise<boolean> {
  const change = database.updateTable('upload').set({ commitAttempts: 0 }).where('id', '=', id)
  return (await change.executeTakeFirst()).numUpdatedRows > 0n
}

/** The files among these that an upload uses which can still become a media. */
export async function receivedAmong(database: Database, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await database
    .selectFrom('upload')
    .select('fichierTemporaire')
    .where('fichierTemporaire', 'in', names)
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .execute()
  return rows.map(({ fichierTemporaire }) => fichierTemporaire)
}

export function listUploadsOfClient(
  database: Database,
  own: { utilisateurId: number; evenementId: number; ids: readonly string[] },
) {
  return database
    .selectFrom('upload')
    .leftJoin('media', 'media.id', 'upload.mediaId')
    .select(['upload.id', 'upload.clientUploadId', 'etat', 'decalage', 'upload.mediaId', 'media.sha256 as mediaSha256'])
    .select(['upload.sha256 as annonce', 'upload.inviteId'])
    .where('upload.utilisateurId', '=', own.utilisateurId)
    .where('upload.evenementId', '=', own.evenementId)
    .where('upload.clientUploadId', 'in', own.ids)
    .execute()
}

/** The number and total bytes of the uploads that this person started in a day, and the number in its last minute. */
export async function countSince(
  database: Database,
  utilisateurId: number,
  { day, minute }: { readonly day: string; readonly minute: string },
): Promise<{ octets: number; inDay: number; inMinute: number }> {
  const row = await database
    .selectFrom('upload')
    .select((select) => [
      select.fn.count<number | string>(select.case().when('creeLe', '>', minute).then(1).end()).as('inMinute'),
      select.fn.countAll<number | string>().as('inDay'),
      select.fn.sum<number | string | null>('taille').as('octets'),
    ])
    .where('utilisateurId', '=', utilisateurId)
    .where('creeLe', '>', day)
    .executeTakeFirstOrThrow()
  return { inMinute: Number(row.inMinute), inDay: Number(row.inDay), octets: Number(row.octets ?? 0) }
}

/**
 * When the person started the last of the uploads that have to be a day old until this much is free.
 * @param day the uploads after this instant count
 * @returns ISO 8601; null when fewer count
 */
export async function findFreeing(
  database: Database,
  utilisateurId: number,
  { day, files, octets }: { readonly day: string; readonly files: number; readonly octets: number },
): Promise<string | null> {
  const row = await database
    .selectFrom((select) =>
      select
        .selectFrom('upload')
        .select(['creeLe'])
        .select((column) => [
          column.fn
            .countAll()
            .over((over) => over.orderBy('creeLe'))
            .as('files'),
          column.fn
            .sum('taille')
            .over((over) => over.orderBy('creeLe'))
            .as('octets'),
        ])
        .where('utilisateurId', '=', utilisateurId)
        .where('creeLe', '>', day)
        .as('begun'),
    )
    .select('creeLe')
    .where('files', '>=', files)
    .where('octets', '>=', octets)
    .orderBy('creeLe')
    .limit(1)
    .executeTakeFirst()
  return row?.creeLe ?? null
}
