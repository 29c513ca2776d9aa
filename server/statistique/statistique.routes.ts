import { statistiqueEndpoints } from '#domain/statistique/statistique.endpoints.ts'
import { findEvenementsOfCreateur } from '../evenement/evenement.repository.ts'
import type { Serve } from '../http/serve.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { listContributeurs, statistiquesOf } from './statistique.usecases.ts'

export function registerStatistiques(serve: Serve, { database }: Pick<DatabaseDeps, 'database'>): void {
  serve(statistiqueEndpoints.ofEvenement, ({ resource }) => statistiquesOf(database, [resource.id]))
  serve(statistiqueEndpoints.contributeurs, ({ resource }) => listContributeurs(database, resource.id))
  serve(statistiqueEndpoints.globales, async ({ acteur }) => {
    const evenements = await findEvenementsOfCreateur(database, acteur.id)
    return statistiquesOf(
      database,
      evenements.map(({ id }) => id),
    )
  })
}
