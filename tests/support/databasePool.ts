import { Client } from 'pg'
import { freshPlace, type TestPlace } from '#tests/support/testDatabase.ts'

/** A database of a finished test, emptied for the next one; its connection knows all tables. */
interface PooledDatabase extends TestPlace {
  readonly client: Client
  readonly isAlive: () => boolean
  /** What a new database looks like. */
  readonly shape: string
  readonly firstRows: readonly FirstRows[]
}

interface FirstRows {
  readonly table: string
  readonly rows: string
}

const idle: PooledDatabase[] = []

/**
 * Where one test's rows are stored. On PostgreSQL its database is emptied by `drop` and used again, because creating
 * one takes longer than most tests; one whose tables were changed or analysed is not used again.
 */
export async function pooledPlace(): Promise<TestPlace> {
  const reused = idle.pop()
  if (reused) return returnedOnDrop(reused)
  const place = await freshPlace()
  return place.databaseUrl === null ? place : returnedOnDrop(await withClient(place, place.databaseUrl))
}

function returnedOnDrop(database: PooledDatabase): TestPlace {
  return {
    databaseUrl: database.databaseUrl,
    async drop() {
      if (database.isAlive() && (await isEmptied(database))) idle.push(database)
      else await database.drop()
    },
  }
}

async function withClient(place: TestPlace, databaseUrl: string): Promise<PooledDatabase> {
  const client = new Client({ connectionString: databaseUrl })
  let isAlive = true
  // A test may end all connections of its database.
  client.on('error', () => (isAlive = false))
  await client.connect()
  const { rows } = await client.query<{ name: string }>(tableNames)
  const firstRows: FirstRows[] = []
  for (const { name } of rows) {
    const [kept] = (await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from "${name}" t`))
      .rows
    if (kept?.rows) firstRows.push({ table: name, rows: kept.rows })
  }
  return { ...place, client, isAlive: () => isAlive, shape: await shapeOf(client), firstRows }
}

/** Deletes the rows of a test. @returns false when the database is no longer like a new one */
async function isEmptied({ client, shape, firstRows }: PooledDatabase): Promise<boolean> {
  // Background work of a test may still hold connections.
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  if ((await shapeOf(client)) !== shape) return false
  await client.query(deleteRows)
  for (const { table, rows } of firstRows)
    await client.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`, [rows])
  return true
}

const tableNames = `select tablename as name from pg_tables
  where schemaname = 'public' and tablename not like 'kysely%' order by 1`

/** Without triggers of foreign keys, so that the order of the tables does not matter. */
const deleteRows = `do $$
declare name text;
begin
  set local session_replication_role = replica;
  for name in ${tableNames} loop
    execute format('delete from %I', name);
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null;
end $$`

/** Changes with every column, index, constraint, trigger, function and statistic. */
async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(`select string_agg(part, ',' order by part) as shape from (
    select concat_ws(' ', relname, relkind, attname, atttypid, attnotnull, greatest(reltuples, 0)) as part
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and attnum > 0
    union all select concat_ws(' ', conrelid::regclass, conname, convalidated) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname !~ '^pg_'
  ) as parts`)
  return rows[0]?.shape ?? ''
}
