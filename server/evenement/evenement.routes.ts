import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { ReadCache } from '../database/readCache.ts'
import type { Serve } from '../http/serve.ts'
import {
  changeEvenement,
  createEvenement,
  discoverEvenements,
  listEvenements,
  listForParticipant,
  readEvenement,
  readForParticipant,
} from './evenement.usecases.ts'
import { listSupprimes, removeEvenement, restoreEvenement } from './supprime.usecases.ts'

export function registerEvenement(serve: Serve, deps: DatabaseDeps & { readonly answerCache: ReadCache }): void {
  const cached = { cache: deps.answerCache }
  serve(evenementEndpoints.create, ({ acteur, input }) => createEvenement(deps, { acteur, input: input.body }))
  serve(evenementEndpoints.list, ({ acteur, input }) => listEvenements(deps, acteur, input.query), cached)
  for (const endpoint of [evenementEndpoints.mine, evenementEndpoints.listOfCreateur])
    serve(endpoint, ({ acteur }) => listEvenements(deps, acteur), cached)
  serve(evenementEndpoints.listByStatut, ({ acteur, input }) => listEvenements(deps, acteur, input.params), cached)
  serve(evenementEndpoints.search, ({ acteur, input }) => listEvenements(deps, acteur, input.query))
  serve(evenementEndpoints.read, ({ acteur, resource }) => readEvenement(deps, acteur, resource))
  serve(evenementEndpoints.update, ({ acteur, resource, input: { body, headers } }) => {
    // PUT replaces the whole event: an absent capacity means no limit.
    const whole = { ...body, capaciteMax: body.capaciteMax ?? null }
    return changeEvenement(deps, { acteur, id: resource.id, input: whole, version: headers['If-Match'] })
  })
  serve(evenementEndpoints.change, ({ acteur, resource, input: { body, headers } }) =>
    changeEvenement(deps, { acteur, id: resource.id, input: body, version: headers['If-Match'] }),
  )
  serve(evenementEndpoints.setStatut, ({ acteur, resource, input }) =>
    changeEvenement(deps, { acteur, id: resource.id, input: input.body }),
  )
  serve(evenementEndpoints.remove, async ({ acteur, resource }) => {
    await removeEvenement(deps, { acteur, id: resource.id })
    return { message: phrases.evenementSupprime }
  })
  serve(evenementEndpoints.supprimes, ({ acteur }) => listSupprimes(deps, acteur))
  serve(evenementEndpoints.restaurer, ({ acteur, resource }) => restoreEvenement(deps, { acteur, id: resource.id }))
  serve(evenementEndpoints.listParticipant, ({ acteur, input }) => listForParticipant(deps, acteur, input.query))
  serve(evenementEndpoints.decouvrir, ({ acteur, input }) => discoverEvenements(deps, acteur, input.query))
  serve(evenementEndpoints.readParticipant, ({ acteur, resource }) =>
    readForParticipant(deps, acteur, resource.evenement),
  )
}
