import { endpoints } from '#domain/contract/endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { Serve } from '../http/serve.ts'
import {
  changeEvenement,
  createEvenement,
  discoverEvenements,
  type EvenementDeps,
  listEvenements,
  listForParticipant,
  readEvenement,
  readForParticipant,
} from './evenement.usecases.ts'
import { listSupprimes, removeEvenement, restoreEvenement } from './supprime.usecases.ts'

const lines = endpoints.evenement

export function registerEvenement(serve: Serve, deps: EvenementDeps): void {
  serve(lines.create, ({ acteur, input }) => createEvenement(deps, { acteur, input: input.body }))
  for (const line of [lines.list, lines.mine, lines.listOfCreateur])
    serve(line, ({ acteur }) => listEvenements(deps, acteur))
  serve(lines.listByStatut, ({ acteur, input }) => listEvenements(deps, acteur, input.params))
  serve(lines.search, ({ acteur, input }) => listEvenements(deps, acteur, input.query))
  serve(lines.read, ({ acteur, objet }) => readEvenement(deps, acteur, objet))
  serve(lines.update, ({ acteur, objet, input: { body, headers } }) => {
    // The whole event is sent: no capacity means no limit.
    const whole = { ...body, capaciteMax: body.capaciteMax ?? null }
    return changeEvenement(deps, { acteur, id: objet.id, input: whole, version: headers['If-Match'] })
  })
  serve(lines.change, ({ acteur, objet, input: { body, headers } }) =>
    changeEvenement(deps, { acteur, id: objet.id, input: body, version: headers['If-Match'] }),
  )
  serve(lines.setStatut, ({ acteur, objet, input }) =>
    changeEvenement(deps, { acteur, id: objet.id, input: input.body }),
  )
  serve(lines.remove, async ({ acteur, objet }) => {
    await removeEvenement(deps, { acteur, id: objet.id })
    return { message: phrases.evenementSupprime }
  })
  serve(lines.supprimes, ({ acteur }) => listSupprimes(deps, acteur))
  serve(lines.restaurer, ({ acteur, objet }) => restoreEvenement(deps, { acteur, id: objet.id }))
  serve(lines.listParticipant, ({ acteur, input }) => listForParticipant(deps, acteur, input.query))
  serve(lines.decouvrir, ({ acteur, input }) => discoverEvenements(deps, acteur, input.query))
  serve(lines.readParticipant, ({ acteur, objet }) => readForParticipant(deps, acteur, objet.evenement))
}
