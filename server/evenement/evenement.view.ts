import type { Evenement, EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { statutsInscription } from '#domain/inscription/inscription.ts'
import { statutsMedia } from '#domain/media/media.ts'
import { canReadEvenementWhole, isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import {
  countInscriptionsByEvenement,
  findInscriptionsOfEvenements,
  type InscriptionOfEvenement,
} from '../inscription/inscription.repository.ts'
import { totals } from '../statistique/totals.ts'
import { findPrenoms } from '../utilisateur/utilisateur.repository.ts'
import { countCorbeilles } from '../media/corbeille.repository.ts'
import { countAlbums, countMediasByStatut, couverturesOf, evenementsAuthoredIn } from './evenement.medias.ts'

/** Events for their organiser, with counts and registrations. */
export async function viewForOrganisateur(
  database: Database,
  evenements: readonly EvenementRow[],
  acteur: ActeurConnecte,
): Promise<EvenementOrganisateur[]> {
  const ids = evenements.map((evenement) => evenement.id)
  const [rows, medias] = await Promise.all([findInscriptionsOfEvenements(database, ids), mediasOf(database, ids)])
  const inscriptions = Map.groupBy(rows, (row) => row.evenementId)
  return evenements.map((evenement) => {
    const own = inscriptions.get(evenement.id) ?? []
    const counted = own.map(({ statutInscription: statut }) => ({ statut, n: 1 }))
    return { ...organiserFields(evenement, { acteur, counted, medias }), inscriptions: own.map(inscriptionView) }
  })
}

/** Events for their organiser with counts, and without their registrations, of which there can be very many. */
export async function countsForOrganisateur(
  database: Database,
  evenements: readonly EvenementRow[],
  acteur: ActeurConnecte,
): Promise<EvenementOrganisateur[]> {
  const ids = evenements.map((evenement) => evenement.id)
  const [rows, medias] = await Promise.all([countInscriptionsByEvenement(database, ids), mediasOf(database, ids)])
  const inscriptions = Map.groupBy(rows, (row) => row.evenementId)
  return evenements.map((evenement) => {
    const counted = inscriptions.get(evenement.id) ?? []
    return { ...organiserFields(evenement, { acteur, counted, medias }), inscriptions: [] }
  })
}

/** Counts, covers and bins of the media of these events. */
async function mediasOf(database: Database, evenementIds: readonly number[]) {
  // Side by side: on PostgreSQL each query waits for its answer.
  const [counted, couvertures, corbeilles] = await Promise.all([
    countMediasByStatut(database, evenementIds),
    couverturesOf(database, evenementIds),
    countCorbeilles(database, evenementIds),
  ])
  return { counted: Map.groupBy(counted, (row) => row.evenementId), couvertures, corbeilles }
}

interface OrganiserCounts {
  readonly acteur: ActeurConnecte
  /** Numbers of registrations of this event. */
  readonly counted: Parameters<typeof totals>[1]
  readonly medias: Awaited<ReturnType<typeof mediasOf>>
}

function organiserFields(evenement: EvenementRow, { acteur, counted, medias }: OrganiserCounts) {
  return {
    ...wholeFields(evenement),
    version: evenement.version,
    createur: { prenom: acteur.prenom, nom: acteur.nom },
    couvertureMediaId: medias.couvertures.get(evenement.id) ?? null,
    comptes: {
      inscriptions: totals(statutsInscription, counted),
      medias: totals(statutsMedia, medias.counted.get(evenement.id) ?? []),
    },
    corbeille: medias.corbeilles.get(evenement.id) ?? 0,
  }
}

/**
 * Events for a participant: all fields for registered persons and authors of a media, else only the public ones.
 * Contains only the participant's own registration (product 10).
 */
export async function viewForParticipant(
  { database, clock }: DatabaseDeps,
  evenements: readonly EvenementRow[],
  acteur: ActeurConnecte,
): Promise<Evenement[]> {
  const ids = evenements.map((evenement) => evenement.id)
  const own = await findInscriptionsOfEvenements(database, ids, acteur.id)
  const inscriptions = new Map(own.map((row) => [row.evenementId, row]))
  const joined = own.filter(({ statutInscription }) => statutInscription === 'VALIDE').map((row) => row.evenementId)
  const now = clock.now().getTime()
  const open = new Set(evenements.filter((evenement) => isGalerieOuverte(evenement, now)).map(({ id }) => id))
  const createurs = evenements.map((evenement) => evenement.createurId)
  const [authored, albums, couvertures, prenoms] = await Promise.all([
    evenementsAuthoredIn(database, ids, acteur.id),
    countAlbums(database, joined, acteur.id),
    couverturesOf(
      database,
      joined.filter((id) => open.has(id)),
    ),
    findPrenoms(database, createurs),
  ])
  return evenements.map((evenement) => {
    const inscription = inscriptions.get(evenement.id)
    const { prenom, nom, effaceLe } = prenoms.get(evenement.createurId) ?? { prenom: '', nom: '', effaceLe: null }
    const isAuthor = authored.has(evenement.id)
    const seesWhole = isAuthor || canReadEvenementWhole(inscription?.statutInscription ?? null)
    return {
      ...(seesWhole ? wholeFields(evenement) : posterFields(evenement)),
      createur: seesWhole ? { prenom, nom } : { prenom },
      ...(effaceLe !== null && { sansOrganisateur: true }),
      couvertureMediaId: couvertures.get(evenement.id) ?? null,
      ...(albums.has(evenement.id) && { album: albums.get(evenement.id) }),
      inscriptions: inscription ? [inscriptionView(inscription)] : [],
    }
  })
}

function posterFields(evenement: EvenementRow) {
  const { id, titre, description, dateDebut, dateFin, fuseau, lieu, statut, visibilite, galeriePour } = evenement
  return { id, titre, description, dateDebut, dateFin, fuseau, lieu, statut, visibilite, galeriePour }
}

function wholeFields(evenement: EvenementRow) {
  return { ...posterFields(evenement), capaciteMax: evenement.capaciteMax, createurId: evenement.createurId }
}

function inscriptionView({ id, utilisateurId, statutInscription, typeParticipation }: InscriptionOfEvenement) {
  return { id, user: { id: utilisateurId }, statutInscription, typeParticipation }
}
