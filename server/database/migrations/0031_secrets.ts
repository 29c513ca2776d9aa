import type { Migration } from 'kysely/migration'
import { primary, required, zero } from '../references.ts'

/** The secrets of the service, one row each: several nodes have no folder in common. */
export const secrets: Migration = {
  async up({ schema }) {
    await schema
      .createTable('secret')
      .addColumn('nom', 'text', primary)
      .addColumn('valeur', 'text', required)
      .addColumn('scelle', 'integer', zero)
      .execute()
  },
}
