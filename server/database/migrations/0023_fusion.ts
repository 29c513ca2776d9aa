import type { Migration } from 'kysely/migration'
import { mayName } from '../references.ts'

/**
 * The account that a guest has become a part of, and the guest who had announced an upload or held a grant that now
 * belong to that account.
 */
export const fusion: Migration = {
  async up({ schema }) {
    await schema.alterTable('utilisateur').addColumn('fusionneDansId', 'integer', mayName('utilisateur')).execute()
    await schema.createIndex('utilisateur_fusion').on('utilisateur').column('fusionneDansId').execute()
    await schema.alterTable('upload').addColumn('inviteId', 'integer', mayName('utilisateur')).execute()
    await schema.alterTable('uploadGrant').addColumn('inviteId', 'integer', mayName('utilisateur')).execute()
  },
}
