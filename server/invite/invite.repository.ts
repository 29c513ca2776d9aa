import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { InscriptionRow } from '../database/tables/evenements.ts'
import type { UtilisateurTable } from '../database/tables/people.ts'

/** The only registration of a guest; undefined when its event was erased. */
export function findInscriptionOfInvite(
  database: Database,
  utilisateurId: number,
): Promise<InscriptionRow | undefined> {
  return database.selectFrom('inscription').selectAll().where('utilisateurId', '=', utilisateurId).executeTakeFirst()
}

/** First names of the guests of an event, with the numbers of namesakes. @param except id of a guest to leave out */
export async function findPrenomsOfInvites(
  database: Database,
  { evenementId, except }: { evenementId: number; except: number | null },
): Promise<string[]> {
  const rows = await database
    .selectFrom('inscription')
    .innerJoin('utilisateur', 'utilisateur.id', 'inscription.utilisateurId')
    .select('prenom')
    .where('evenementId', '=', evenementId)
    .where('invite', '=', 1)
    .where('utilisateur.id', '<>', except ?? 0)
    .execute()
  return rows.map(({ prenom }) => prenom)
}

/** Inserts a guest: a participant without address and password. */
export function insertInvite(
  database: Database,
  { prenom, nom, now }: Pick<Selectable<UtilisateurTable>, 'prenom' | 'nom'> & { now: string },
) {
  return database
    .insertInto('utilisateur')
    .values({
      email: null,
      emailConfirmeLe: null,
      emailEnAttente: null,
      motDePasse: '',
      nom,
      prenom,
      role: 'PARTICIPANT',
      statutActif: 1,
      invite: 1,
      dateCreation: now,
      derniereActivite: now,
      archiveLe: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
