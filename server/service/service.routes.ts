import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { endpoints } from '#domain/contract/endpoints.ts'
import { Problem } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import type { GracefulShutdown } from '../http/gracefulShutdown.ts'
import type { Database } from '../database/database.ts'
import type { MediaServices } from '../media/mediaServices.ts'
import type { Demo } from '../demo/accounts.ts'
import { recentCheck } from './recentCheck.ts'

/**
 * In ms: a store that is connected and says nothing fails its own calls after a minute only. Load balancers wait 5 s
 * for the answer to a health check.
 */
const answerLimitMs = 4000

interface ServiceDeps {
  readonly database: Database
  checkStorage(): Promise<void>
  readonly version: string
  readonly medias: Pick<MediaServices, 'ffmpeg'>
  readonly demo: Demo | null
  readonly shutdown: Pick<GracefulShutdown, 'isStopping'>
}

/**
 * Health endpoints. `live` asks no other part: a database that is away is no reason to restart the process. The others
 * check the database, and the storage with a cache of some seconds.
 */
export function registerService(serve: Serve, deps: ServiceDeps): void {
  const checkStorage = recentCheck(() => deps.checkStorage())
  const check = async (request: FastifyRequest) => {
    try {
      await inTime(async () => {
        await sql`select 1`.execute(deps.database)
        await checkStorage()
      })
    } catch (error) {
      request.log.error({ err: error }, 'health check failed')
      throw unavailable()
    }
  }
  serve(endpoints.service.live, () => ({ status: 'ok' as const }))
  serve(endpoints.service.ready, async ({ request }) => {
    if (deps.shutdown.isStopping) throw unavailable()
    await check(request)
    return { status: 'ok' as const }
  })
  serve(endpoints.service.health, async ({ request }) => {
    await check(request)
    const { version, demo } = deps
    const ffmpeg = deps.medias.ffmpeg.found
    const found = { status: 'ok' as const, version, ...(ffmpeg !== undefined && { ffmpeg }) }
    return demo ? { ...found, demo: [...demo.comptes], motDePasse: demo.motDePasse } : found
  })
}

/** Rejects when the work has not ended within {@link answerLimitMs}; it goes on. */
async function inTime(work: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${answerLimitMs} ms`)), answerLimitMs)
  try {
    await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function unavailable(): Problem {
  return new Problem('serveur.indisponible', { headers: { 'Retry-After': '10' } })
}
