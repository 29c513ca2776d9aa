import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searchTextOf } from '#domain/evenement/evenement.ts'

interface Searched {
  evenement: { id: number; titre: string; description: string; lieu: string; recherche: string }
}

/** The index of public planned events, and the normalized text for searches. */
export const decouvrir: Migration = {
  async up(database: Kysely<Searched>) {
    await database.schema
      .alterTable('evenement')
      .addColumn('recherche', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (let last = 0, isOver = false; !isOver;) {
      const rows = await database
        .selectFrom('evenement')
        .select(['id', 'titre', 'description', 'lieu'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(500)
        .execute()
      for (const { id, ...texts } of rows) {
        const recherche = searchTextOf(texts)
        await database.updateTable('evenement').set({ recherche }).where('id', '=', id).execute()
        last = id
      }
      isOver = rows.length === 0
    }
    await database.schema
      .createIndex('evenement_public')
      .on('evenement')
      .columns(['visibilite', 'statut', 'dateDebut', 'id'])
      .where(sql.ref('supprimeLe'), 'is', null)
      .execute()
  },
}
