import type { Migration } from 'kysely/migration'

/** When a notification was pushed; until when a push service asked to pause. */
export const push: Migration = {
  async up({ schema }) {
    await schema.alterTable('notification').addColumn('pushLe', 'text').execute()
    const later = schema.alterTable('abonnementPush')
    await later.addColumn('reprendLe', 'text', (column) => column.notNull().defaultTo('')).execute()
  },
}
