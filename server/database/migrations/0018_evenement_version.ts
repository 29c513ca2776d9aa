import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { mayName, one } from '../references.ts'

/**
 * The version of an event, who changed it last (null: the clock), and when its statut was set by hand. For existing
 * rows that time is unknown: the time of the migration is used.
 */
export const evenementVersion: Migration = {
  async up(database) {
    const alter = () => database.schema.alterTable('evenement')
    await alter().addColumn('version', 'integer', one).execute()
    await alter().addColumn('modifieLe', 'text').execute()
    await alter().addColumn('modifieParId', 'integer', mayName('utilisateur')).execute()
    await alter().addColumn('statutManuelLe', 'text').execute()
    const [evenement, since, byHand] = [sql.ref('evenement'), sql.ref('statutManuelLe'), sql.ref('statutManuel')]
    await sql`update ${evenement} set ${since} = ${new Date().toISOString()} where ${byHand} = 1`.execute(database)
  },
}
