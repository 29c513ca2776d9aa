import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { endpoints } from '#domain/contract/endpoints.ts'
import { orThrow } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { findInscriptionOf } from './inscription.repository.ts'
import {
  decideInscription,
  listEvenementsInscrits,
  listInscriptions,
  registerInscription,
  unregisterInscription,
} from './inscription.usecases.ts'

const lines = endpoints.inscription

export function registerInscriptions(serve: Serve, deps: DatabaseDeps): void {
  serve(lines.register, ({ acteur, objet, input }) =>
    registerInscription(deps, { acteur, evenementId: objet.evenement.id, ...input.body }),
  )
  serve(lines.unregister, async ({ acteur, objet }) => {
    await unregisterInscription(deps, { acteur, evenementId: objet.evenement.id })
    return { message: "Vous n'êtes plus inscrit(e) à cet événement." }
  })
  serve(lines.mine, ({ acteur }) => listEvenementsInscrits(deps, acteur))
  serve(lines.ofEvenement, ({ objet }) => listInscriptions(deps, objet.id))
  serve(lines.acceptes, async ({ objet }) => {
    const inscriptions = await listInscriptions(deps, objet.id)
    return inscriptions.filter(({ statutInscription }) => statutInscription === 'VALIDE')
  })
  serve(lines.setStatut, ({ acteur, objet, input }) =>
    decideInscription(deps, { acteur, ...objet, statut: input.query.statut }),
  )
  serve(lines.setStatutOfParticipant, async ({ acteur, objet, input }) => {
    const who = { evenementId: objet.id, utilisateurId: input.params.userId }
    const inscription = orThrow(await findInscriptionOf(deps.database, who), 'inscription.introuvable')
    return decideInscription(deps, { acteur, evenement: objet, inscription, statut: input.body.statutInscription })
  })
}
