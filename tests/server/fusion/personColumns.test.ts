import { PostgresAdapter, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { personColumns } from '#server/fusion/personColumns.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { confirmFusionBy, uneFusion } from '#tests/support/fusion.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Names of columns that hold a person's id without a foreign key. */
const personal = /^(utilisateur|acteur|nomme|demandeur|decidePar|createur|modifiePar|auteur|invite|fusionneDans)Id$/

test('knows every column that names a person', async () => {
  const { database } = server.parts
  const found = new Set([...(await foreignKeys(database)), ...(await namedColumns(database))])
  expect([...found].toSorted()).toEqual(Object.keys(personColumns).toSorted())
})

test('leaves nothing of the guest in a column that moves, and nothing in one for accounts', async () => {
  const { database } = server.parts
  const { id: evenementId } = await unEvenement(server, { createurId: (await unOrganisateur(server)).id })
  const { marie, token } = await uneFusion(server, { evenementId })
  await depositInOne(server, { token: marie.token, evenementId, bytes: await unePhoto() })
  await confirmFusionBy(server, token)
  for (const [name, handling] of Object.entries(personColumns)) {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${marie.id}`.execute(
      database,
    )
    expect({ name, isEmpty: rows.length === 0 || handling === 'ended' || handling === 'kept' }).toEqual({
      name,
      isEmpty: true,
    })
  }
})

function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}

async function foreignKeys(database: Database): Promise<string[]> {
  const query = isPostgres(database)
    ? sql<{ name: string }>`
        select c.conrelid::regclass::text || '.' || a.attname as name
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f' and c.confrelid = 'utilisateur'::regclass`
    : sql<{ name: string }>`
        select m.name || '.' || k."from" as name
        from sqlite_master m join pragma_foreign_key_list(m.name) k
        where m.type = 'table' and k."table" = 'utilisateur'`
  return (await query.execute(database)).rows.map(({ name }) => name.replaceAll('"', ''))
}

async function namedColumns(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables()
  return tables.flatMap(({ name, columns }) =>
    columns.filter((column) => personal.test(column.name)).map((column) => `${name}.${column.name}`),
  )
}
