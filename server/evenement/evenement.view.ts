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

/** Events for their organiser, with counts and registrations, in five queries. */
export async function viewForOrganisateur(
  database: Database,
  evenements: readonly EvenementRow[],
  acteur: ActeurConnecte,
): Promise<EvenementOrganisateur[]> {
  const ids = evenements.map((evenement) => evenement.id)
  const inscriptions = Map.groupBy(await findInscriptionsOfEvenements(database, ids), (row) => row.evenementId)
  const views = await countsForOrganisateur(database, evenements, acteur)
  for (const view of views) view.inscriptions = (inscriptions.get(view.id) ?? []).map(inscriptionView)
  return views
}

/** Events for their organiser with counts, and without their registrations, of which there can be very many. */
export async function countsForOrganisateur(
  database: Database,
  evenements: readonly EvenementRow[],
  acteur: ActeurConnecte,
): Promise<EvenementOrganisateur[]> {
  const ids = evenements.map((evenement) => evenement.id)
  const inscriptions = Map.groupBy(await countInscriptionsByEvenement(database, ids), (row) => row.evenementId)
  const medias = Map.groupBy(await countMediasByStatut(database, ids), (row) => row.evenementId)
  const couvertures = await couverturesOf(database, ids)
  const corbeilles = await countCorbeilles(database, ids)
  return evenements.map((evenement) => ({
    ...wholeFields(evenement),
    version: evenement.version,
    createur: { prenom: acteur.prenom, nom: acteur.nom },
    couvertureMediaId: couvertures.get(evenement.id) ?? null,
    inscriptions: [],
    comptes: {
      inscriptions: totals(statutsInscription, inscriptions.get(evenement.id) ?? []),
      medias: totals(statutsMedia, medias.get(evenement.id) ?? []),
    },
    corbeille: corbeilles.get(evenement.id) ?? 0,
  }))
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
  const authored = await evenementsAuthoredIn(database, ids, acteur.id)
  const seen = own.filter(({ statutInscription }) => statutInscription === 'VALIDE').map((row) => row.evenementId)
  const albums = await countAlbums(database, seen, acteur.id)
  const now = clock.now().getTime()
  const open = new Set(evenements.filter((evenement) => isGalerieOuverte(evenement, now)).map(({ id }) => id))
  const couvertures = await couverturesOf(
    database,
    seen.filter((id) => open.has(id)),
  )
  const prenoms = await findPrenoms(
    database,
    evenements.map((evenement) => evenement.createurId),
  )
  return evenements.map((evenement) => {
    const inscription = inscriptions.get(evenement.id)
    const createur = prenoms.get(evenement.createurId) ?? { prenom: '', nom: '' }
    const isAuthor = authored.has(evenement.id)
    const seesWhole = isAuthor || canReadEvenementWhole(inscription?.statutInscription ?? null)
    return {
      ...(seesWhole ? wholeFields(evenement) : posterFields(evenement)),
      createur: seesWhole ? createur : { prenom: createur.prenom },
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
