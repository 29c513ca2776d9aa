import { recompenseEndpoints } from '#domain/recompense/recompense.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { listRecompensesDonnees, recompenser } from './recompense.usecases.ts'

export function registerRecompenses(serve: Serve, deps: Pick<Parts, 'database' | 'clock'>): void {
  serve(recompenseEndpoints.recompenser, ({ acteur, objet, input }) =>
    recompenser(deps, { ...input.body, acteur, evenement: objet, utilisateurId: input.params.userId }),
  )
  serve(recompenseEndpoints.given, ({ acteur }) => listRecompensesDonnees(deps.database, acteur.id))
  serve(recompenseEndpoints.all, () => listRecompensesDonnees(deps.database, null))
}
