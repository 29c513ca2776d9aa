import type { Migration } from 'kysely/migration'

/** When a notification was pushed; the end of a pause that a push service requested. */
export const push: Migration = {
  async up({ schema }) {
    await schema.alterTable('notification').addColumn('pushLe', 'text').execute()
    const later = schema.alterTable('abonnementPush')
    await later.addColumn('reprendLe', 'text', (column) => column.notNull().defaultTo('')).execute()
  },
}
