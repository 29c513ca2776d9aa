import type { Migration } from 'kysely/migration'

/** When a notification was pushed; until when a device's push service wants no more. */
export const push: Migration = {
  async up({ schema }) {
    await schema.alterTable('notification').addColumn('pushLe', 'text').execute()
    const later = schema.alterTable('abonnementPush')
    await later.addColumn('reprendLe', 'text', (column) => column.notNull().defaultTo('')).execute()
  },
}
