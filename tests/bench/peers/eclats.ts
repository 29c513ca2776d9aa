// The real server on a fresh folder, with one participant who may deposit.
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { unConsentement, unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'

const dataDir = process.argv[2] ?? ''
const opened = await openParts({ dataDir, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error })
// The figure is the wire's: what is made of a media afterwards would run into the next round.
const parts = { ...opened, medias: { ...opened.medias, onCommitted: () => undefined } }
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
await parts.medias.start()
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const claire = await unOrganisateur({ parts })
const karim = await unUtilisateur({ parts })
const { id } = await unEvenement({ parts }, { createurId: claire.id })
await uneInscription({ parts }, { evenementId: id, utilisateurId: karim.id })
await unConsentement({ parts }, karim.id)
const endpoint = `${address}/api/frontend/participant/evenements/${id}/medias/uploads`
console.log(JSON.stringify({ endpoint, token: karim.token }))
