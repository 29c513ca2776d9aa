import type { Database } from '../database/database.ts'
import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'

/** Active accounts unused since `before`, with fewer than `warnings` warnings. A guest has no address to warn. */
export function findToWarn(
  database: Database,
  { before, warnings }: { before: string; warnings: number },
): Promise<UtilisateurAvecEmail[]> {
  return (
    database
      .selectFrom('utilisateur')
      .selectAll()
      .where('email', 'is not', null)
      .$narrowType<{ email: string }>()
      .where('derniereActivite', '<=', before)
      .where('avertissements', '<', warnings)
      .where('statutActif', '=', 1)
      .where('archiveLe', 'is', null)
      .where('effaceLe', 'is', null)
      // The order of the index: by id, SQLite would read the table whole.
      .orderBy('derniereActivite')
      .orderBy('id')
      .execute()
  )
}

/** Sets the number of warnings; false when the account has been used or warned since. */
export async function countWarning(
  database: Database,
  { id, derniereActivite, avertissements }: UtilisateurRow,
  warnings: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('utilisateur')
    .set({ avertissements: warnings })
    .where('id', '=', id)
    .where('derniereActivite', '=', derniereActivite)
    .where('avertissements', '=', avertissements)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Accounts unused since `before`. A guest's session lasts longer when the event ended after `guestsBefore`. */
export async function findToArchive(
  database: Database,
  { before, guestsBefore }: { before: string; guestsBefore: string },
): Promise<number[]> {
  const rows = await database
    .selectFrom('utilisateur')
    .select('id')
    .where('derniereActivite', '<=', before)
    .where('archiveLe', 'is', null)
    .where('effaceLe', 'is', null)
    .where((where) =>
      where.or([
        where('invite', '=', 0),
        where.not(
          where.exists(
            where
              .selectFrom('inscription')
              .innerJoin('evenement', 'evenement.id', 'inscription.evenementId')
              .select('inscription.id')
              .whereRef('inscription.utilisateurId', '=', 'utilisateur.id')
              .where('evenement.dateFin', '>', guestsBefore),
          ),
        ),
      ]),
    )
    .orderBy('derniereActivite')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Archives an account; false when it has been used since, or another process archived it. */
export async function archiveUnused(
  database: Database,
  id: number,
  { before, now }: { before: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('utilisateur')
    .set({ archiveLe: now })
    .where('id', '=', id)
    .where('derniereActivite', '<=', before)
    .where('archiveLe', 'is', null)
    .where('effaceLe', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Archived accounts to erase: unused since `before` and archived before `archivedBefore`. */
export function findToErase(
  database: Database,
  { before, archivedBefore }: { before: string; archivedBefore: string },
): Promise<UtilisateurRow[]> {
  return (
    database
      .selectFrom('utilisateur')
      .selectAll()
      .where('derniereActivite', '<=', before)
      .where('archiveLe', '<=', archivedBefore)
      .where('effaceLe', 'is', null)
      // The order of the index: by id, SQLite would read the table whole.
      .orderBy('derniereActivite')
      .orderBy('id')
      .execute()
  )
}
