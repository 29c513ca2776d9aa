// The real server, with an organiser who has twenty events of twenty registrations each.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { UnchangedReads } from '#server/database/unchangedReads.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { organiserEvents } from '#tests/bench/organiserEvents.ts'

const options = { dataDir: process.argv[2] ?? '', databaseUrl: process.env['DATABASE_URL'] ?? null }
const publicUrl = 'http://127.0.0.1'
const parts = await openParts({ ...options, publicUrl, clock: systemClock, report: console.error })
// Without plugins the database does not count its changes: every read runs.
const reads = new UnchangedReads(parts.database.withoutPlugins())
const served = process.env['KEEP_READS'] === 'no' ? { ...parts, reads, answers: reads } : parts
const app = await buildApp(served, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const token = await organiserEvents(parts)
console.log(JSON.stringify({ list: `${address}/api/frontend/organisateur/evenements/mes-evenements`, token }))
