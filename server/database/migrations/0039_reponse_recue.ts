import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whether the answer with a refresh secret has arrived, and of each session until its first use the secret that was
 * returned with it. A node of the version before inserts rows with the defaults, which say that it has arrived.
 */
export const reponseRecue: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('refreshToken')
      .addColumn('recu', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema.alterTable('session').addColumn('refreshHash', 'text').execute()
  },
}
