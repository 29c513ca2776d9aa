import type { Migration } from 'kysely/migration'
import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'

/** The time zone of an event. All existing events are in Paris. */
export const fuseau: Migration = {
  async up({ schema }) {
    await schema
      .alterTable('evenement')
      .addColumn('fuseau', 'text', (column) => column.notNull().defaultTo(fuseauParDefaut))
      .execute()
  },
}
