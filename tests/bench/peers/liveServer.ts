// The real server on a new folder: an event with many members, and media for its organiser to decide on.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { uneInscription, unMedia, unUtilisateur } from '#tests/support/builders.ts'
import { uneFete } from '#tests/support/fete.ts'

const members = 500
const medias = 200

const dataDir = process.argv[2] ?? ''
const databaseUrl = process.env['DATABASE_URL'] ?? null
const options = { dataDir, databaseUrl, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error }
const parts = await openParts(options)
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { claire, karim, evenementId } = await uneFete({ parts })
const tokens: string[] = []
for (let n = 0; n < members; n += 1) {
  const { id, token } = await unUtilisateur({ parts })
  await uneInscription({ parts }, { evenementId, utilisateurId: id })
  tokens.push(token)
}
const decisions: string[] = []
for (let n = 0; n < medias; n += 1) {
  const { id } = await unMedia({ parts }, { evenementId, auteurId: karim.id, statut: 'EN_ATTENTE' })
  decisions.push(`${address}/api/frontend/organisateur/medias/${id}/valider`)
}
console.log(JSON.stringify({ stream: `${address}/api/live`, tokens, decisions, organiser: claire.token }))
