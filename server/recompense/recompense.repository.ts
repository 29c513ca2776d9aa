import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { deletedEvenements } from '../evenement/evenement.repository.ts'
import type { RecompenseTable } from '../database/tables/evenements.ts'

export type RecompenseRow = Selectable<RecompenseTable>

export function insertRecompense(database: Database, recompense: Insertable<RecompenseTable>): Promise<RecompenseRow> {
  return database.insertInto('recompense').values(recompense).returningAll().executeTakeFirstOrThrow()
}

export function findRecompenses(database: Database, utilisateurId: number): Promise<RecompenseRow[]> {
  return database
    .selectFrom('recompense')
    .innerJoin('evenement', 'evenement.id', 'recompense.evenementId')
    .selectAll('recompense')
    .where('recompense.utilisateurId', '=', utilisateurId)
    .where('evenement.supprimeLe', 'is', null)
    .orderBy('recompense.id', 'desc')
    .execute()
}

/** The newest reward of a person with this text. */
export function findLastRecompense(
  database: Database,
  { evenementId, utilisateurId, titre, message }: Omit<Insertable<RecompenseTable>, 'id' | 'dateCreation'>,
): Promise<RecompenseRow | undefined> {
  return database
    .selectFrom('recompense')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .where('evenementId', '=', evenementId)
    .where('titre', '=', titre)
    .where('message', '=', message)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const listed = 500

/** Rewards with their event and both people, newest first; only those of one organiser's events when given. */
export function findRecompensesDonnees(database: Database, createurId: number | null) {
  return (
    database
      .selectFrom('recompense')
      .innerJoin('evenement', 'evenement.id', 'recompense.evenementId')
      .innerJoin('utilisateur', 'utilisateur.id', 'recompense.utilisateurId')
      .innerJoin('utilisateur as organisateur', 'organisateur.id', 'evenement.createurId')
      .selectAll('recompense')
      .select([
        'evenement.titre as evenementTitre',
        'utilisateur.prenom',
        'utilisateur.nom',
        'organisateur.id as organisateurId',
        'organisateur.prenom as organisateurPrenom',
        'organisateur.nom as organisateurNom',
      ])
      // By its condition on the event, SQLite would read every living event first.
      .where('recompense.evenementId', 'not in', deletedEvenements(database))
      .$if(createurId !== null, (query) => query.where('evenement.createurId', '=', createurId ?? 0))
      .orderBy('recompense.id', 'desc')
      .limit(listed)
      .execute()
  )
}

export type RecompenseDonneeRow = Awaited<ReturnType<typeof findRecompensesDonnees>>[number]
