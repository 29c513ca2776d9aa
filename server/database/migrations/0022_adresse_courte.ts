import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { newCodeCourt } from '../../lien/codeCourt.ts'

interface Named {
  lienEvenement: { id: number; codeCourt: string | null }
}

/** The short code of a link, also of the existing ones. Null in rows of an older node. */
export const adresseCourte: Migration = {
  async up(database: Kysely<Named>) {
    await database.schema.alterTable('lienEvenement').addColumn('codeCourt', 'text').execute()
    const rows = await database.selectFrom('lienEvenement').select('id').orderBy('id').execute()
    for (const { id } of rows)
      await database.updateTable('lienEvenement').set({ codeCourt: newCodeCourt() }).where('id', '=', id).execute()
    await database.schema.createIndex('lien_code_court').unique().on('lienEvenement').column('codeCourt').execute()
  },
}
