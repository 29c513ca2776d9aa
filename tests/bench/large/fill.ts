import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { auditHash } from '#server/audit/audit.ts'
import { openDatabase, sqlitePath, type DatabasePlace } from '#server/database/openDatabase.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { claimStorage } from '#server/storageIdentity.ts'
import { randomFrom } from '#tests/support/random.ts'
import { type Block, blocksOf, dayFrom } from './block.ts'
import { tables } from './rows.ts'

type Row = Readonly<Record<string, unknown>>

interface Writer {
  write(table: string, rows: readonly Row[]): Promise<void>
  /** Sets what follows from the rows, and updates the statistics where the product has any. */
  finish(): Promise<void>
}

const batchSize = 2000
const seed = 20_260_620

/**
 * Fills an empty database with the rows of a host, the same on both databases. Creates the tables; with SQLite also the
 * storage, empty.
 * @param scale as in blocksOf
 * @param now time of the host, ISO 8601
 */
export async function fillHost(place: DatabasePlace, { scale, now }: { scale: number; now: string }): Promise<void> {
  const { databaseUrl = null, dataDir } = place
  const database = await openDatabase(place)
  // As the first start does: a server refuses a database with media and a storage without its identity.
  if (databaseUrl === null) {
    const storage = await openStorage({ dataDir })
    await claimStorage({ database, storage })
    await storage.close()
  }
  await database.destroy()
  const writer = databaseUrl === null ? sqliteWriter(sqlitePath(dataDir)) : await postgresWriter(databaseUrl)
  const blocks = blocksOf(scale, { random: randomFrom(seed), now: Date.parse(now) }).filter(
    ({ size }) => size.evenements > 0,
  )
  for (const [table, rows] of Object.entries(tables))
    for (const block of blocks) {
      const total = rows.count(block)
      for (let at = 0; at < total; at += batchSize) {
        const batch = Array.from({ length: Math.min(batchSize, total - at) }, (_, n) => rows.row(block, at + n) as Row)
        await writer.write(table, batch)
      }
    }
  await writeAudits(writer, blocks)
  await writer.finish()
}

async function writeAudits(writer: Writer, blocks: readonly Block[]): Promise<void> {
  let precedent = ''
  for (const block of blocks) {
    for (let at = 0; at < block.size.audits; at += batchSize) {
      const batch: Row[] = []
      for (let n = at; n < Math.min(block.size.audits, at + batchSize); n += 1) {
        const link = {
          instant: dayFrom(block, -100 + n / block.size.audits),
          acteurId: 1,
          action: 'media/valider' as const,
          objet: `media:${n}`,
          detail: '{"de":"EN_ATTENTE","avecRaison":false}',
          precedent,
        }
        const hash = auditHash(link)
        batch.push({ ...link, hash })
        precedent = hash
      }
      await writer.write('audit', batch)
    }
  }
}

const headSql = `update "auditTete" set "hash" = (select "hash" from "audit" order by "id" desc limit 1)`

function sqliteWriter(path: string): Writer {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('foreign_keys = OFF')
  sqlite.pragma('cache_size = -500000')
  return {
    write(table, rows) {
      const columns = Object.keys(rows[0] ?? {})
      const names = columns.map((name) => `"${name}"`).join(', ')
      const insert = sqlite.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`)
      sqlite.transaction(() => {
        for (const row of rows) insert.run(columns.map((name) => row[name]))
      })()
      return Promise.resolve()
    },
    finish() {
      sqlite.exec(headSql)
      sqlite.pragma('wal_checkpoint(TRUNCATE)')
      sqlite.close()
      return Promise.resolve()
    },
  }
}

/** @param url of a database whose role is a superuser: references are not checked row by row */
async function postgresWriter(url: string): Promise<Writer> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  return {
    async write(table, rows) {
      const names = Object.keys(rows[0] ?? {})
        .map((name) => `"${name}"`)
        .join(', ')
      const from = `json_populate_recordset(null::"${table}", $1::json)`
      await client.query(`insert into "${table}" (${names}) select ${names} from ${from}`, [JSON.stringify(rows)])
    },
    async finish() {
      await client.query(headSql)
      for (const table of ['utilisateur', 'evenement', 'media'])
        await client.query(
          `select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max("id") from "${table}"))`,
        )
      await client.query('analyze')
      await client.end()
    },
  }
}
