import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Evenement } from '#domain/evenement/evenement.ts'
import {
  type Inscription,
  nextStatutsInscription,
  type SortMedias,
  type StatutInscription,
  type TypeParticipation,
} from '#domain/inscription/inscription.ts'
import { canUnregister } from '#domain/permissions/evenement.permissions.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { findLastAudit } from '../audit/audit.repository.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import { findEvenementsByIds } from '../evenement/evenement.repository.ts'
import { viewForParticipant } from '../evenement/evenement.view.ts'
import { countPlaces, fullProblem, isFull, lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { acceptOpenInvitation, revokeOpenInvitation } from '../invitation/invitation.repository.ts'
import { renameInvite } from '../invite/renameInvite.ts'
import { publishInscriptionChange } from '../live/changes.ts'
import { moderateMediasOf, moderateRestOf } from '../media/mediasOfAuteur.ts'
import { notify } from '../notification/notify.ts'
import { notifyOrganisateur } from '../notification/notifyOrganisateur.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { findUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { inscriptionView, readInscription } from './inscription.view.ts'
import {
  deleteInscription,
  findInscription,
  findInscriptionOf,
  findInscriptionsOfUtilisateur,
  findInscriptionsWithUser,
  insertInscription,
  moveInscription,
} from './inscription.repository.ts'

/**
 * Requests a registration. It is EN_ATTENTE, also for a full event (product 14: a waiting list). The same request sent
 * again after a lost answer returns the registration as it is now.
 */
export async function registerInscription(
  { database, clock }: DatabaseDeps,
  input: { acteur: ActeurConnecte; evenementId: number; typeParticipation: TypeParticipation },
): Promise<Inscription> {
  const { acteur, evenementId, typeParticipation } = input
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const evenement = orThrow(await lockEvenement(transaction, evenementId), 'evenement.introuvable')
    const known = await findInscriptionOf(transaction, { evenementId, utilisateurId: acteur.id })
    if (known?.statutInscription === 'ANNULE') throw new Problem('inscription.annulee')
    if (known?.typeParticipation === typeParticipation) return readInscription(transaction, known.id)
    if (known) throw new Problem('inscription.existante')
    if (evenement.statut !== 'PLANIFIE') throw new Problem('inscription.fermee')
    const row = { evenementId, utilisateurId: acteur.id, typeParticipation, statutInscription: 'EN_ATTENTE' } as const
    const dates = { dateInscription: nowIso(clock), decideLe: null }
    const inserted = orThrow(await insertInscription(transaction, { ...row, ...dates }), 'inscription.existante')
    await publishInscriptionChange(transaction, inserted)
    const message = `${nomComplet(acteur)} demande à participer.`
    await notifyOrganisateur({ database: transaction, clock }, { type: 'INSCRIPTION', evenement, acteur, message })
    return readInscription(transaction, inserted.id)
  })
}

/** Leaves a planned event. The row is deleted, so that the person can register again (product 15). */
export async function unregisterInscription(
  { database, clock }: DatabaseDeps,
  { acteur, evenementId }: { acteur: ActeurConnecte; evenementId: number },
): Promise<void> {
  await transactionAs({ database, clock }, acteur, async (transaction) => {
    const evenement = orThrow(await lockEvenement(transaction, evenementId), 'evenement.introuvable')
    const known = await findInscriptionOf(transaction, { evenementId, utilisateurId: acteur.id })
    const inscription = orThrow(known, 'inscription.introuvable')
    if (inscription.statutInscription === 'ANNULE') throw new Problem('inscription.annulee')
    if (!canUnregister(evenement, inscription.statutInscription)) throw new Problem('inscription.fermee')
    await deleteInscription(transaction, inscription.id)
    await publishInscriptionChange(transaction, inscription)
  })
}

/** Events that the participant is registered for, newest dateDebut first. */
export async function listEvenementsInscrits(deps: DatabaseDeps, acteur: ActeurConnecte): Promise<Evenement[]> {
  const { database } = deps
  const inscriptions = await findInscriptionsOfUtilisateur(database, acteur.id)
  const ids = inscriptions.map((inscription) => inscription.evenementId)
  return viewForParticipant(deps, await findEvenementsByIds(database, ids), acteur)
}

/** Registrations of an event with their person, oldest first. */
export async function listInscriptions({ database }: DatabaseDeps, evenementId: number): Promise<Inscription[]> {
  const rows = await findInscriptionsWithUser(database, { evenementId })
  return rows.map(inscriptionView)
}

export interface InscriptionDecision {
  readonly acteur: ActeurConnecte
  readonly evenement: EvenementRow
  readonly inscription: InscriptionRow
  readonly statut: StatutInscription
  /** What becomes of the person's media; only for a cancellation. */
  readonly medias?: SortMedias
}

/**
 * Validates or cancels a registration. A cancelled guest is signed out at once: sessions, grants and push end.
 *
 * The media of a cancelled person are moderated before, in batches: a person may have thousands. The last transaction
 * contains the cancellation and the media that were added during the batches. After a crash between two batches the
 * registration is as before, so the organiser can cancel it again, which continues with the media that are left.
 * A registration that has this statut already is left as it is: the request is sent again after a lost answer, also
 * while the first one still moderates.
 * @throws Problem inscription.complet when the event is full, also for parallel requests
 */
export async function decideInscription(
  { database, clock }: DatabaseDeps,
  { acteur, evenement, inscription, statut, medias = 'GARDER' }: InscriptionDecision,
): Promise<Inscription> {
  const { utilisateurId: auteurId, evenementId } = inscription
  if (statut === 'ANNULE' && medias !== 'GARDER') {
    if (await isCancelledAlike(database, { acteur, inscription, medias }))
      return readInscription(database, inscription.id)
    assertTransition(inscription, statut)
    await moderateMediasOf({ database, clock }, { acteur, auteurId, evenementId, medias })
  }
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const deps = { database: transaction, clock }
    await changeStatut(deps, { acteur, evenement, inscription, statut, medias })
    return readInscription(transaction, inscription.id)
  })
}

/** The last transaction of a decision. Changes nothing when the registration has this statut already. */
async function changeStatut(
  deps: DatabaseDeps,
  { acteur, evenement, inscription, statut, medias }: Required<InscriptionDecision>,
): Promise<void> {
  const { database, clock } = deps
  const now = nowIso(clock)
  // The order of the person's own requests: the account before the event.
  await lockUtilisateur(database, inscription.utilisateurId)
  const locked = orThrow(await lockEvenement(database, evenement.id), 'inscription.introuvable')
  const current = orThrow(await findInscription(database, inscription.id), 'inscription.introuvable')
  const de = current.statutInscription
  const asked = { acteur, inscription: current, medias }
  if (de === statut && (medias === 'GARDER' || (await isCancelledAlike(database, asked)))) return
  assertTransition(current, statut)
  if (statut === 'VALIDE') await takePlace(database, { evenement: locked, inscription: current, now })
  const isMoved = await moveInscription(database, current, { statut, decideLe: now })
  if (!isMoved) throw new Problem('inscription.transition')
  await publishInscriptionChange(database, current)
  await writeAudit(database, clock, {
    acteurId: acteur.id,
    action: 'inscription/statut',
    objet: `inscription:${inscription.id}`,
    detail: { statut, de, ...(statut === 'ANNULE' && { medias }) },
  })
  if (statut === 'ANNULE') await endParticipation(deps, asked)
  const message = `${statut === 'VALIDE' ? phrases.inscriptionValidee : phrases.inscriptionAnnulee}.`
  const notification = { type: 'INSCRIPTION', titre: locked.titre, message, evenementId: locked.id } as const
  await notify(database, clock, [{ ...notification, utilisateurId: current.utilisateurId }])
}

/** Whether the person who asks has cancelled this registration last, with the same choice for its media. */
async function isCancelledAlike(
  database: Database,
  { acteur, inscription, medias }: Pick<InscriptionDecision, 'acteur' | 'inscription' | 'medias'>,
): Promise<boolean> {
  if (inscription.statutInscription !== 'ANNULE') return false
  const last = await findLastAudit(database, `inscription:${inscription.id}`, ['inscription/statut'])
  return last?.acteurId === acteur.id && (JSON.parse(last.detail) as { medias?: SortMedias }).medias === medias
}

function assertTransition({ statutInscription }: InscriptionRow, statut: StatutInscription): void {
  if (!nextStatutsInscription(statutInscription).includes(statut)) throw new Problem('inscription.transition')
}

async function endParticipation(
  deps: DatabaseDeps,
  { acteur, inscription, medias }: Pick<InscriptionDecision, 'acteur' | 'inscription'> & { medias: SortMedias },
): Promise<void> {
  const { database, clock } = deps
  const { utilisateurId, evenementId } = inscription
  if (medias !== 'GARDER') await moderateRestOf(deps, { acteur, auteurId: utilisateurId, evenementId, medias })
  await revokeOpenInvitation(database, { evenementId, utilisateurId }, nowIso(clock))
  const person = await findUtilisateur(database, utilisateurId)
  if (person?.invite === 1) await endSessionsOf(database, { utilisateurId, except: null }, nowIso(clock))
}

/** The event may have free places for its organiser, whose plan has none. */
const planFull = 'La limite de participants de votre plan est atteinte, invitations sans réponse comprises.'

/**
 * Takes a place of the event for a registration. The person's own open invitation already takes one: accepting it frees
 * that place.
 * @throws Problem inscription.complet when the event is full
 */
async function takePlace(
  database: Database,
  { evenement, inscription, now }: { evenement: EvenementRow; inscription: InscriptionRow; now: string },
): Promise<void> {
  const who = { evenementId: evenement.id, utilisateurId: inscription.utilisateurId }
  await acceptOpenInvitation(database, who, now)
  const places = await countPlaces(database, evenement, now)
  const taken = places.valides + places.invitations
  if (!isFull(places, taken)) return
  const hasRoom = taken < (places.capaciteMax ?? Infinity)
  throw hasRoom ? new Problem('inscription.complet', { message: planFull }) : fullProblem(places)
}

/** Renames a guest. @throws Problem inscription.compte for a person with an account */
export async function renameParticipant(
  { database, clock }: DatabaseDeps,
  { acteur, inscription, prenom }: { acteur: ActeurConnecte; inscription: InscriptionRow; prenom: string },
): Promise<Inscription> {
  const { id, utilisateurId } = inscription
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    await lockUtilisateur(transaction, utilisateurId)
    const person = await findUtilisateur(transaction, utilisateurId)
    if (person?.invite !== 1 || person.fusionneDansId !== null) throw new Problem('inscription.compte')
    await renameInvite(transaction, utilisateurId, { prenom })
    await publishInscriptionChange(transaction, inscription)
    const objet = `utilisateur:${utilisateurId}`
    await writeAudit(transaction, clock, { acteurId: acteur.id, action: 'utilisateur/modifie', objet })
    return readInscription(transaction, id)
  })
}
