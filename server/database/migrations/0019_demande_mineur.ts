import type { Migration } from 'kysely/migration'
import { zero } from '../references.ts'

/** Whether a removal request states that a minor is on the media: the organiser sees those first. */
export const demandeMineur: Migration = {
  async up({ schema }) {
    await schema.alterTable('demandeRetrait').addColumn('mineur', 'integer', zero).execute()
  },
}
