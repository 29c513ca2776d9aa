import { sql } from 'kysely'
import { endpoints } from '#domain/contract/endpoints.ts'
import { Problem } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import type { Database } from '../database/database.ts'
import type { Demo } from '../demo/accounts.ts'
import { recentCheck } from './recentCheck.ts'

interface ServiceDeps {
  readonly database: Database
  checkStorage(): Promise<void>
  readonly version: string
  readonly demo: Demo | null
}

/** Health endpoint: checks the database, and the storage with a cache of some seconds. */
export function registerService(serve: Serve, deps: ServiceDeps): void {
  const checkStorage = recentCheck(() => deps.checkStorage())
  serve(endpoints.service.health, async ({ request }) => {
    try {
      await sql`select 1`.execute(deps.database)
      await checkStorage()
    } catch (error) {
      request.log.error({ err: error }, 'health check failed')
      throw new Problem('serveur.indisponible', { headers: { 'Retry-After': '10' } })
    }
    const { version, demo } = deps
    if (!demo) return { status: 'ok' as const, version }
    return { status: 'ok' as const, version, demo: [...demo.comptes], motDePasse: demo.motDePasse }
  })
}
