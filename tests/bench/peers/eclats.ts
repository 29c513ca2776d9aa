// The real server on a new folder, with a participant who may deposit.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { uneFete } from '#tests/support/fete.ts'

const dataDir = process.argv[2] ?? ''
const opened = await openParts({ dataDir, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error })
// Measures the transfer only: later processing would affect the next round.
const parts = { ...opened, medias: { ...opened.medias, onCommitted: () => undefined } }
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
await parts.medias.start()
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { karim, evenementId } = await uneFete({ parts })
const endpoint = `${address}/api/frontend/participant/evenements/${evenementId}/medias/uploads`
console.log(JSON.stringify({ endpoint, token: karim.token }))
