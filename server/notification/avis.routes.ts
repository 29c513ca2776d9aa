import type { FastifyInstance } from 'fastify'
import { avisEndpoints } from '#domain/notification/avis.endpoints.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { transactionAs } from '../grant/credential.ts'
import { plainPage } from '../http/plainPage.ts'
import type { Serve } from '../http/serve.ts'
import { type AvisDeps, changeAvisCourriel, readAvisCourriel } from './avisPreference.ts'
import { utilisateurOfJeton } from './desinscription.ts'

const titre = 'Avis par e-mail'

export function registerAvis(app: FastifyInstance, serve: Serve, deps: AvisDeps): void {
  // One-click unsubscribing posts a form (RFC 8058, 3.2) whose content is fixed: ignore it.
  const form = { parseAs: 'string', bodyLimit: 1024 } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, _body, done) => done(null, undefined))

  serve(avisEndpoints.preferences, ({ acteur }) => readAvisCourriel(deps, acteur.id))
  serve(avisEndpoints.changePreferences, async ({ acteur, input }) => {
    const preference = { utilisateurId: acteur.id, acteurId: acteur.id, courriel: input.body.courriel }
    await transactionAs(deps, acteur, (database) => changeAvisCourriel({ ...deps, database }, preference))
    return readAvisCourriel(deps, acteur.id)
  })
  serve(avisEndpoints.desinscription, ({ input, reply }) => {
    const isKnown = utilisateurOfJeton(deps.secrets, input.params.jeton) !== null
    if (isKnown) return plainPage(reply, { titre, corps: question })
    return plainPage(reply.code(404), { titre, corps: unknownLink })
  })
  serve(avisEndpoints.desinscrire, async ({ input, request, reply }) => {
    // Discard a multipart body.
    request.raw.resume()
    const utilisateurId = utilisateurOfJeton(deps.secrets, input.params.jeton)
    if (utilisateurId === null) return plainPage(reply.code(404), { titre, corps: unknownLink })
    const preference = { utilisateurId, acteurId: null, courriel: false }
    await deps.database.transaction().execute((database) => changeAvisCourriel({ ...deps, database }, preference))
    return plainPage(reply, { titre, corps: done })
  })
}

const question = `<p>${typographie(
  "Ne plus recevoir par e-mail les avis de vos événements ? Ils restent dans l'application.",
)}</p>
<form method="post"><button>Ne plus recevoir ces avis</button></form>`
const done = `<p role="status">${typographie(
  "C'est fait : vous ne recevrez plus ces avis par e-mail. Ils restent dans l'application.",
)}</p>`
const unknownLink = "<p>Ce lien n'est pas valable.</p>"
