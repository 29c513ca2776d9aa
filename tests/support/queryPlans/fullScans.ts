import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import type { RecordedQuery } from './recordedQueries.ts'

/**
 * A table that a statement reads whole, an index that it reads from one end to the other, or, for a statement about one
 * person or object, an index by nothing but statuts and dates.
 */
export interface FullScan {
  readonly table: string
  readonly query: string
}

/** Whether a statement reads tables of the product. */
function hasPlan({ text }: RecordedQuery): boolean {
  return (
    /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
    !/\b(kysely_|sqlite_|pg_catalog|pg_class|pg_tables|set_config)/.test(text)
  )
}

/**
 * SQLite lists the tables that reference the table of an insert. It reads them only in a transaction whose deferred
 * constraints are violated, and the product has none.
 */
function isPlainInsert({ text }: RecordedQuery): boolean {
  return /^insert/i.test(text) && !/\bselect\b/i.test(text)
}

/**
 * Full scans of the plans on SQLite. The product keeps no statistics there: a plan does not depend on the rows.
 * @param path of the database file
 */
export function sqliteFullScans(path: string, queries: readonly RecordedQuery[]): FullScan[] {
  const sqlite = new SqliteDatabase(path, { readonly: true })
  sqlite.function('pg_notify', { varargs: true }, () => null)
  try {
    const tables = new Set(sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all())
    return queries
      .filter((query) => hasPlan(query) && !isPlainInsert(query))
      .flatMap(({ text }) => {
        // The plan is made without the values.
        const values = Array.from(text.matchAll(/\?/g), () => null)
        const rows = sqlite.prepare<null[], { detail: string }>(`explain query plan ${text}`).all(...values)
        return rows.flatMap(({ detail }) => {
          const scanned =
            /^SCAN (\w+)/.exec(detail)?.[1] ?? almostAll.exec(detail)?.[1] ?? broadlySearched(text, detail)
          const table = tableOf(text, scanned ?? '')
          // The rows of a subquery are no table.
          return tables.has(table) ? [{ table, query: text }] : []
        })
      })
  } finally {
    sqlite.close()
  }
}

/** An index by a column that is null in almost every row. */
const almostAll = /^SEARCH (\w+) USING (?:COVERING )?INDEX \w+ \(supprimeLe=\?\)$/

/**
 * The table of a search by statuts and dates alone, although the statement names one person or object of it.
 * @param detail a line of the plan
 */
function broadlySearched(text: string, detail: string): string | undefined {
  const [, table, conditions = ''] = /^SEARCH (\w+) USING (?:COVERING )?INDEX \w+ \((.+)\)$/.exec(detail) ?? []
  const columns = Array.from(conditions.matchAll(/(\w+)[=<>]/g), ([, column = '']) => column)
  // Few events are deleted.
  const isBroad =
    columns.length > 0 &&
    columns.every((column) => /^(statut|etat|role|expire|date\w+|(?!supprimeLe).+Le)$/.test(column))
  const [, named = ''] = /\bwhere\b(.+)/s.exec(text) ?? []
  return isBroad && /"(id|utilisateurId|evenementId|auteurId|mediaId)" = \?/.test(named) ? table : undefined
}

/** SQLite names an alias where the statement has one. */
function tableOf(text: string, scanned: string): string {
  return new RegExp(`"(\\w+)" as "${scanned}"`).exec(text)?.[1] ?? scanned
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * Full scans of the plans on PostgreSQL that no index can replace. With few rows its planner prefers to read a table
 * whole or to hash it: both are switched off, so that a plan shows what happens with many rows.
 */
export async function postgresFullScans(url: string, queries: readonly RecordedQuery[]): Promise<FullScan[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set enable_${way} = off`)
    const scans: FullScan[] = []
    for (const { text, parameters } of queries.filter(hasPlan)) {
      const explain = `explain (format json) ${text}`
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain, [...parameters])
      for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? [])
        scans.push(...tablesReadWhole(Plan).map((table) => ({ table, query: text })))
    }
    return scans
  } finally {
    await client.end()
  }
}

/** An index without a condition is read from one end to the other, as in a sort or a merge join. */
function tablesReadWhole(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': condition } = node
  const isWhole = type === 'Seq Scan' || (/^Index (Only )?Scan/.test(type) && condition === undefined)
  return [...(isWhole && table !== undefined ? [table] : []), ...(node.Plans ?? []).flatMap(tablesReadWhole)]
}
