// The real server, with an organiser who has twenty events of twenty registrations each.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { organiserEvents } from '#tests/bench/organiserEvents.ts'

const options = { dataDir: process.argv[2] ?? '', databaseUrl: process.env['DATABASE_URL'] ?? null }
const publicUrl = 'http://127.0.0.1'
const parts = await openParts({ ...options, publicUrl, clock: systemClock, report: console.error })
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const token = await organiserEvents(parts)
console.log(JSON.stringify({ list: `${address}/api/frontend/organisateur/evenements/mes-evenements`, token }))
