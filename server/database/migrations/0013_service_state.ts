import type { Migration } from 'kysely/migration'
import { primary, required } from '../references.ts'

/** State of the service, one row per key: the last time of its clock. */
export const serviceState: Migration = {
  async up({ schema }) {
    await schema
      .createTable('etatService')
      .addColumn('cle', 'text', primary)
      .addColumn('valeur', 'text', required)
      .execute()
  },
}
