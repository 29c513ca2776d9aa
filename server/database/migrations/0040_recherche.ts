import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searchTextOf } from '#domain/evenement/evenement.ts'
import { pagesById } from '../pagesById.ts'

interface Searched {
  evenement: { id: number; titre: string; description: string; lieu: string; recherche: string }
}

/** The text for searches of events that were written before apostrophes, ligatures and spaces counted as equal. */
export const recherche: Migration = {
  async up(database: Kysely<Searched>) {
    const pages = pagesById((after, limit) =>
      database
        .selectFrom('evenement')
        .select(['id', 'titre', 'description', 'lieu', 'recherche'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )
    for await (const rows of pages)
      for (const { id, recherche: before, ...texts } of rows) {
        const after = searchTextOf(texts)
        if (after === before) continue
        await database.updateTable('evenement').set({ recherche: after }).where('id', '=', id).execute()
      }
  },
}
