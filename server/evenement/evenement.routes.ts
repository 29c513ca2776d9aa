import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { endpoints } from '#domain/contract/endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { Serve } from '../http/serve.ts'
import {
  changeEvenement,
  createEvenement,
  listEvenements,
  listForParticipant,
  readEvenement,
  readForParticipant,
} from './evenement.usecases.ts'
import { listSupprimes, removeEvenement, restoreEvenement } from './supprime.usecases.ts'

const lines = endpoints.evenement

export function registerEvenement(serve: Serve, deps: DatabaseDeps): void {
  serve(lines.create, ({ acteur, input }) => createEvenement(deps, { acteur, input: input.body }))
  for (const line of [lines.list, lines.mine, lines.listOfCreateur])
    serve(line, ({ acteur }) => listEvenements(deps, acteur))
  serve(lines.listByStatut, ({ acteur, input }) => listEvenements(deps, acteur, input.params))
  serve(lines.search, ({ acteur, input }) => listEvenements(deps, acteur, input.query))
  serve(lines.read, ({ acteur, resource }) => readEvenement(deps, acteur, resource))
  serve(lines.update, ({ acteur, resource, input: { body, headers } }) => {
    // The whole event is sent: no capacity means no limit.
    const whole = { ...body, capaciteMax: body.capaciteMax ?? null }
    return changeEvenement(deps, { acteur, id: resource.id, input: whole, version: headers['If-Match'] })
  })
  serve(lines.change, ({ acteur, resource, input: { body, headers } }) =>
    changeEvenement(deps, { acteur, id: resource.id, input: body, version: headers['If-Match'] }),
  )
  serve(lines.setStatut, ({ acteur, resource, input }) =>
    changeEvenement(deps, { acteur, id: resource.id, input: input.body }),
  )
  serve(lines.remove, async ({ acteur, resource }) => {
    await removeEvenement(deps, { acteur, id: resource.id })
    return { message: phrases.evenementSupprime }
  })
  serve(lines.supprimes, ({ acteur }) => listSupprimes(deps, acteur))
  serve(lines.restaurer, ({ acteur, resource }) => restoreEvenement(deps, { acteur, id: resource.id }))
  serve(lines.listParticipant, ({ acteur }) => listForParticipant(deps, acteur))
  serve(lines.readParticipant, ({ acteur, resource }) => readForParticipant(deps, acteur, resource.evenement))
}
