import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { optionalTexts, requiredTexts } from '../identity.ts'
import { belongsTo, mayName, primary, zero } from '../references.ts'

/** Guests: people who enter an event by a link with a first name, without an address. */
export const invite: Migration = {
  async up(database) {
    const { schema } = database
    await makeEmailNullable(database)
    await schema.alterTable('utilisateur').addColumn('invite', 'integer', zero).execute()
    await schema
      .alterTable('lienEvenement')
      .addColumn('identite', 'text', (column) => column.notNull().defaultTo('COMPTE'))
      .execute()
    await schema
      .alterTable('evenement')
      .addColumn('galeriePour', 'text', (column) => column.notNull().defaultTo('PENDANT'))
      .execute()
    await schema.alterTable('inscription').addColumn('lienId', 'integer', mayName('lienEvenement')).execute()
    await schema.createIndex('inscription_lien').on('inscription').column('lienId').execute()
    const cle = schema
      .createTable('cleInvite')
      .addColumn('hash', 'text', primary)
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    await optionalTexts(requiredTexts(cle, ['creeLe']), ['fermeeLe']).execute()
    await schema.createIndex('cleInvite_utilisateur').on('cleInvite').column('utilisateurId').execute()
  },
}

/**
 * SQLite cannot drop a constraint: the table is rebuilt (https://sqlite.org/lang_altertable.html#otheralter). Foreign
 * keys are off during migrations, so dropping the old table does not cascade.
 */
async function makeEmailNullable(database: Kysely<unknown>): Promise<void> {
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) {
    await database.schema
      .alterTable('utilisateur')
      .alterColumn('email', (column) => column.dropNotNull())
      .execute()
    return
  }
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and name = 'utilisateur'`.execute(database)
  const before = rows[0]?.sql ?? ''
  const renamed = before.replace(/^create table "utilisateur"/i, 'create table "utilisateur_0021"')
  const after = renamed.replace('"email" text not null unique', '"email" text unique')
  if (renamed === before || after === renamed) throw new Error(`Unexpected table definition: ${before}`)
  // The indexes end with the old table.
  const indexes = await sql<{ sql: string }>`
    select sql from sqlite_master
    where type = 'index' and tbl_name = 'utilisateur' and sql is not null`.execute(database)
  await sql.raw(after).execute(database)
  await sql`insert into utilisateur_0021 select * from utilisateur`.execute(database)
  // Ids are never reused, also that of a deleted last row.
  await sql`
    update sqlite_sequence set seq = (select seq from sqlite_sequence where name = 'utilisateur')
    where name = 'utilisateur_0021'`.execute(database)
  await sql`drop table utilisateur`.execute(database)
  await sql`alter table utilisateur_0021 rename to utilisateur`.execute(database)
  for (const index of indexes.rows) await sql.raw(index.sql).execute(database)
}
