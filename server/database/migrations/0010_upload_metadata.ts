import type { Migration } from 'kysely/migration'

/** The metadata of an upload as sent by the client, for the answer to HEAD. */
export const uploadMetadata: Migration = {
  async up({ schema }) {
    await schema.alterTable('upload').addColumn('metadonnees', 'text').execute()
  },
}
