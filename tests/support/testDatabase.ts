import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { openPostgres } from '#server/database/postgres.ts'

/** The configured cluster of this run; SQLite without one. The only place that reads it. */
const variable = 'TEST_POSTGRES'
const template = 'eclats_modele'

/** Sets where the tests of this process open their databases. @param url of the cluster's own database */
export function usePostgres(url: string): void {
  process.env[variable] = url
}

/** Whether this run uses PostgreSQL. */
export function isOnPostgres(): boolean {
  return process.env[variable] !== undefined
}

/** A database with all tables and no rows, the template of test databases. */
export async function makeTemplate(url: string): Promise<void> {
  await ask(url, `create database ${template}`)
  await (await openPostgres(named(url, template))).destroy()
}

/** Where one test's rows are stored, and how to remove them. */
export interface TestPlace {
  readonly databaseUrl: string | null
  drop(): Promise<void>
}

/** A separate database per test: a new one of the run's cluster, or only the data folder for SQLite. */
export function freshPlace(): Promise<TestPlace> {
  const url = process.env[variable]
  return url === undefined ? Promise.resolve({ databaseUrl: null, drop: () => Promise.resolve() }) : freshDatabase(url)
}

/** A separate database on a cluster whose template exists. */
export async function freshDatabase(url: string): Promise<TestPlace & { readonly databaseUrl: string }> {
  const name = `essai_${randomUUID().replaceAll('-', '')}`
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
