import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of PostgreSQL's server programs, the newest where there are several; null when it is not installed. */
export function postgresPrograms(): string | null {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => majorOf(b) - majorOf(a))
  const folders = [...debian, ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

function majorOf(folder: string): number {
  return Number(/\/(\d+)\//.exec(folder)?.[1] ?? 0)
}
