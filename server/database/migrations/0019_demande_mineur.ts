import type { Migration } from 'kysely/migration'
import { zero } from '../references.ts'

/** Whether a removal request says that a minor is on the media: the organiser reads those first. */
export const demandeMineur: Migration = {
  async up({ schema }) {
    await schema.alterTable('demandeRetrait').addColumn('mineur', 'integer', zero).execute()
  },
}
