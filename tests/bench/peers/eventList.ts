// The real server, with an organiser who has twenty events of twenty registrations each.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'

const options = { dataDir: process.argv[2] ?? '', databaseUrl: process.env['DATABASE_URL'] ?? null }
const publicUrl = 'http://127.0.0.1'
const parts = await openParts({ ...options, publicUrl, clock: systemClock, report: console.error })
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { id: createurId, token } = await unOrganisateur({ parts })
const guests = []
for (let n = 0; n < 20; n += 1) guests.push(await unUtilisateur({ parts }))
for (let n = 0; n < 20; n += 1) {
  const { id: evenementId } = await unEvenement({ parts }, { createurId })
  for (const { id } of guests) await uneInscription({ parts }, { evenementId, utilisateurId: id })
}
console.log(JSON.stringify({ list: `${address}/api/frontend/organisateur/evenements/mes-evenements`, token }))
