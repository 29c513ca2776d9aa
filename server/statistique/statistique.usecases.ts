import { statutsInscription } from '#domain/inscription/inscription.ts'
import { statutsMedia } from '#domain/media/media.ts'
import type { Contributeur, Statistiques } from '#domain/statistique/statistique.ts'
import type { Database } from '../database/database.ts'
import { countMediasByStatut } from '../evenement/evenement.medias.ts'
import { countInscriptionsByEvenement } from '../inscription/inscription.repository.ts'
import { countDepotsByHour, findContributeurs, sumMedias } from './statistique.repository.ts'
import { totals } from './totals.ts'

/** Statistics over several events together, in four queries. */
export async function statistiquesOf(database: Database, evenementIds: readonly number[]): Promise<Statistiques> {
  const inscriptions = await countInscriptionsByEvenement(database, evenementIds)
  const medias = await countMediasByStatut(database, evenementIds)
  const hours = await countDepotsByHour(database, evenementIds)
  return {
    inscriptions: totals(statutsInscription, inscriptions),
    medias: totals(statutsMedia, medias),
    ...(await sumMedias(database, evenementIds)),
    depotsParHeure: hours.map(({ heure, n, enAttente }) => ({ heure: `${heure}:00:00.000Z`, nombre: n, enAttente })),
  }
}

/** People who brought media to an event, highest number first. */
export async function listContributeurs(database: Database, evenementId: number): Promise<Contributeur[]> {
  const rows = await findContributeurs(database, evenementId)
  return rows.map(({ medias, mediasValides, ...utilisateur }) => ({
    utilisateur,
    medias: Number(medias),
    mediasValides: Number(mediasValides),
  }))
}
