import type { Migration } from 'kysely/migration'
import { primary, required } from '../references.ts'

/** What the service remembers of itself, one row each: the last instant its clock showed. */
export const serviceState: Migration = {
  async up({ schema }) {
    await schema
      .createTable('etatService')
      .addColumn('cle', 'text', primary)
      .addColumn('valeur', 'text', required)
      .execute()
  },
}
