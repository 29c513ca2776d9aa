import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { mayName, one } from '../references.ts'

/**
 * Which version of an event a change has seen, who made the last one (null: the clock), and when its statut was set by
 * hand: of those set before, the moment is not known, and they hold from now on.
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
