import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { requiredTexts } from '../identity.ts'
import { belongsTo, primary, zero } from '../references.ts'

/** Signed-in devices, which own push subscriptions; whether a refresh cookie has the `__Host-` prefix. */
export const appareil: Migration = {
  async up(database) {
    const { schema } = database
    const table = schema
      .createTable('appareil')
      .addColumn('id', 'text', primary)
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    await requiredTexts(table, ['nom', 'connecteLe', 'utiliseLe', 'expire']).execute()
    await schema.createIndex('appareil_utilisateur').on('appareil').column('utilisateurId').execute()
    await schema.alterTable('refreshToken').addColumn('prefixe', 'integer', zero).execute()
    await schema
      .alterTable('abonnementPush')
      .addColumn('appareilId', 'text', (column) => column.references('appareil.id').onDelete('cascade'))
      .execute()
    await listSignedIn(database)
  },
}

/** Remembered devices have an unused refresh token; the others have one session. Their names were not stored. */
async function listSignedIn(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into "appareil" ("id", "utilisateurId", "nom", "connecteLe", "utiliseLe", "expire")
    select "famille", "utilisateurId", '', min("connecteLe"), max("creeLe"), max("expire")
    from "refreshToken" where "utiliseLe" is null and "revoqueLe" is null
    group by "famille", "utilisateurId"
  `.execute(database)
  await sql`
    insert into "appareil" ("id", "utilisateurId", "nom", "connecteLe", "utiliseLe", "expire")
    select "jti", "utilisateurId", '', "connecteLe", "creeLe", "expire"
    from "session" where "famille" is null and "finLe" is null
  `.execute(database)
}
