import { Client } from 'pg'
import { openPostgres } from '#server/database/postgres.ts'

/** The cluster this run is told to use; SQLite without one. Read here alone. */
const variable = 'TEST_POSTGRES'
const template = 'eclats_modele'
let count = 0

/** Tells the tests of this process where to open their databases. @param url of the cluster's own database */
export function usePostgres(url: string): void {
  process.env[variable] = url
}

/** Whether this run keeps its rows on PostgreSQL. */
export function isOnPostgres(): boolean {
  return process.env[variable] !== undefined
}

/** A database with every table and no row, that test databases are copied from. */
export async function makeTemplate(url: string): Promise<void> {
  await ask(url, `create database ${template}`)
  await (await openPostgres(named(url, template))).destroy()
}

/** Where one test's rows live, and how they go. */
export interface TestPlace {
  readonly databaseUrl: string | null
  drop(): Promise<void>
}

/** A place of one's own: a fresh database of the run's cluster, or nothing but the data folder for SQLite. */
export function freshPlace(): Promise<TestPlace> {
  const url = process.env[variable]
  return url === undefined ? Promise.resolve({ databaseUrl: null, drop: () => Promise.resolve() }) : freshDatabase(url)
}

/** A database of one's own on a cluster whose template is made. */
export async function freshDatabase(url: string): Promise<TestPlace & { readonly databaseUrl: string }> {
  count += 1
  const name = `essai_${process.pid}_${count}`
  await ask(url, `create database ${name} template ${template}`)
  return { databaseUrl: named(url, name), drop: () => ask(url, `drop database ${name} with (force)`) }
}

function named(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
