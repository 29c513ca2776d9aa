import type { Migration } from 'kysely/migration'
import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'

/** The time zone in which an event's times are told; events made before were all in Paris. */
export const fuseau: Migration = {
  async up({ schema }) {
    await schema
      .alterTable('evenement')
      .addColumn('fuseau', 'text', (column) => column.notNull().defaultTo(fuseauParDefaut))
      .execute()
  },
}
