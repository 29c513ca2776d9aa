import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import { orThrow } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { findInscriptionOf } from './inscription.repository.ts'
import {
  decideInscription,
  listEvenementsInscrits,
  listInscriptions,
  registerInscription,
  renameParticipant,
  unregisterInscription,
} from './inscription.usecases.ts'

export function registerInscriptions(serve: Serve, deps: DatabaseDeps): void {
  serve(inscriptionEndpoints.register, ({ acteur, resource, input }) =>
    registerInscription(deps, { acteur, evenementId: resource.evenement.id, ...input.body }),
  )
  serve(inscriptionEndpoints.unregister, async ({ acteur, resource }) => {
    await unregisterInscription(deps, { acteur, evenementId: resource.evenement.id })
    return { message: "Vous n'êtes plus inscrit(e) à cet événement." }
  })
  serve(inscriptionEndpoints.mine, ({ acteur }) => listEvenementsInscrits(deps, acteur))
  serve(inscriptionEndpoints.ofEvenement, ({ resource }) => listInscriptions(deps, resource.id))
  serve(inscriptionEndpoints.acceptes, async ({ resource }) => {
    const inscriptions = await listInscriptions(deps, resource.id)
    return inscriptions.filter(({ statutInscription }) => statutInscription === 'VALIDE')
  })
  serve(inscriptionEndpoints.setStatut, ({ acteur, resource, input }) =>
    decideInscription(deps, { acteur, ...resource, ...input.query }),
  )
  serve(inscriptionEndpoints.rename, ({ acteur, resource, input }) =>
    renameParticipant(deps, { acteur, inscription: resource.inscription, ...input.body }),
  )
  serve(inscriptionEndpoints.setStatutOfParticipant, async ({ acteur, resource, input }) => {
    const who = { evenementId: resource.id, utilisateurId: input.params.userId }
    const inscription = orThrow(await findInscriptionOf(deps.database, who), 'inscription.introuvable')
    const { statutInscription: statut, medias } = input.body
    return decideInscription(deps, { acteur, evenement: resource, inscription, statut, medias })
  })
}
