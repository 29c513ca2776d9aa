import type { Migration } from 'kysely/migration'

/** Until when a download has the link of a last export. A node of the version before clears the link instead. */
export const lienPris: Migration = {
  async up({ schema }) {
    await schema.alterTable('demandeSuppression').addColumn('lienPrisJusque', 'text').execute()
  },
}
