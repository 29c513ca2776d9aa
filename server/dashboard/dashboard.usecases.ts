import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type {
  DashboardOrganisateur,
  DashboardParticipant,
  InsightOrganisateur,
  InsightParticipant,
} from '#domain/dashboard/dashboard.ts'
import { type StatutEvenement, statutsActifs } from '#domain/evenement/evenement.ts'
import { statutsMedia } from '#domain/media/media.ts'
import { isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import { nowIso } from '../clock.ts'
import { countMediasByStatut } from '../evenement/evenement.medias.ts'
import { findEvenementsByIds, findEvenementsOfCreateur } from '../evenement/evenement.repository.ts'
import { viewForOrganisateur } from '../evenement/evenement.view.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { findInscriptionsOfUtilisateur } from '../inscription/inscription.repository.ts'
import { listEvenementsInscrits } from '../inscription/inscription.usecases.ts'
import { mediaView } from '../media/mediaView.ts'
import { findRecompenses } from '../recompense/recompense.repository.ts'
import { recompenseView } from '../recompense/recompense.usecases.ts'
import { totals } from '../statistique/totals.ts'
import {
  countDemandesByEvenement,
  countInscrits,
  countOwnMedias,
  findDerniersValides,
  findOldestWaiting,
} from './dashboard.repository.ts'

const wallSize = 12
const nextSize = 5

/** The organiser's four counters, over all own events. */
export async function insightOrganisateur(
  { database }: DatabaseDeps,
  acteur: ActeurConnecte,
): Promise<InsightOrganisateur> {
  const evenements = await findEvenementsOfCreateur(database, acteur.id)
  return insightOf(
    database,
    evenements.map(({ id }) => id),
  )
}

async function insightOf(database: Database, ids: readonly number[]): Promise<InsightOrganisateur> {
  const medias = totals(statutsMedia, await countMediasByStatut(database, ids))
  return {
    totalEvenements: ids.length,
    totalParticipants: await countInscrits(database, ids),
    totalMediasEnAttente: medias.EN_ATTENTE,
    totalMediasValides: medias.VALIDE,
  }
}

/** The organiser's counters, latest validated media, next events and open removal requests. */
export async function dashboardOrganisateur(
  deps: DatabaseDeps,
  acteur: ActeurConnecte,
): Promise<DashboardOrganisateur> {
  const evenements = await findEvenementsOfCreateur(deps.database, acteur.id)
  const ids = evenements.map(({ id }) => id)
  const medias = await findDerniersValides(deps.database, { evenementIds: ids }, wallSize)
  return {
    ...(await insightOf(deps.database, ids)),
    derniersMedias: medias.map((media) => mediaView(media, acteur)),
    evenementsProchains: await viewForOrganisateur(deps.database, nextOf(evenements, nowIso(deps.clock)), acteur),
    enAttenteDepuis: await findOldestWaiting(deps.database, ids),
    demandesRetrait: await countDemandesByEvenement(deps.database, ids),
  }
}

/** Counters of the participant's own media by statut. */
export async function insightParticipant(
  { database }: DatabaseDeps,
  acteur: ActeurConnecte,
): Promise<InsightParticipant> {
  const own = totals(statutsMedia, await countOwnMedias(database, acteur.id))
  return {
    mediasDeposesTotal: Object.values(own).reduce((sum, n) => sum + n, 0),
    mediasValidesTotal: own.VALIDE,
    mediasRejetesTotal: own.REJETE,
  }
}

/** The participant's counters, latest media of their albums, next events and rewards. */
export async function dashboardParticipant(deps: DatabaseDeps, acteur: ActeurConnecte): Promise<DashboardParticipant> {
  const { database, clock } = deps
  const inscriptions = await findInscriptionsOfUtilisateur(database, acteur.id)
  const joined = inscriptions.filter(({ statutInscription }) => statutInscription === 'VALIDE')
  const albums = await findEvenementsByIds(
    database,
    joined.map(({ evenementId }) => evenementId),
  )
  const [open, closed] = [true, false].map((isOpen) =>
    albums.filter((album) => isGalerieOuverte(album, clock.now().getTime()) === isOpen).map(({ id }) => id),
  )
  const seen = { evenementIds: open ?? [], own: { evenementIds: closed ?? [], auteurId: acteur.id } }
  const medias = await findDerniersValides(database, seen, wallSize)
  return {
    ...(await insightParticipant(deps, acteur)),
    derniersMedias: medias.map((media) => mediaView(media, acteur)),
    evenementsProchains: nextOf(await listEvenementsInscrits(deps, acteur), nowIso(clock)),
    recompenses: (await findRecompenses(database, acteur.id)).map(recompenseView),
  }
}

interface DatedEvenement {
  readonly statut: StatutEvenement
  readonly dateDebut: string
  readonly dateFin: string
}

/** Planned or current events, soonest first. */
function nextOf<E extends DatedEvenement>(evenements: readonly E[], now: string): E[] {
  return evenements
    .filter(({ statut, dateFin }) => statutsActifs.includes(statut) && dateFin > now)
    .toSorted((a, b) => (a.dateDebut < b.dateDebut ? -1 : 1))
    .slice(0, nextSize)
}
