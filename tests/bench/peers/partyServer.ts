// The real server on a new folder, with an event and as many participants who may deposit as asked.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { unDeposant, uneFete } from '#tests/support/fete.ts'

const dataDir = process.argv[2] ?? ''
const nombre = Number(process.env['DEPOSANTS'])
const parts = await openParts({ dataDir, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error })
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
await parts.medias.start()
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { evenementId } = await uneFete({ parts })
const tokens: string[] = []
while (tokens.length < nombre) tokens.push((await unDeposant({ parts }, { evenementId })).token)
const endpoint = `${address}/api/frontend/participant/evenements/${evenementId}/medias/uploads`
console.log(JSON.stringify({ endpoint, tokens }))
