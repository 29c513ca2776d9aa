import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Evenement } from '#domain/evenement/evenement.ts'
import {
  type Inscription,
  nextStatutsInscription,
  type StatutInscription,
  type TypeParticipation,
} from '#domain/inscription/inscription.ts'
import { canUnregister } from '#domain/permissions/evenement.permissions.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import { findEvenementsByIds } from '../evenement/evenement.repository.ts'
import { viewForParticipant } from '../evenement/evenement.view.ts'
import { countPlaces, isFull, lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { acceptOpenInvitation } from '../invitation/invitation.repository.ts'
import { publishInscriptionChange } from '../live/changes.ts'
import { notify } from '../notification/notify.ts'
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

/** Requests a registration. It is EN_ATTENTE, also for a full event (product 14: a waiting list). */
export async function registerInscription(
  { database, clock }: DatabaseDeps,
  input: { acteur: ActeurConnecte; evenementId: number; typeParticipation: TypeParticipation },
): Promise<Inscription> {
  const { acteur, evenementId, typeParticipation } = input
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const evenement = orThrow(await lockEvenement(transaction, evenementId), 'evenement.introuvable')
    const known = await findInscriptionOf(transaction, { evenementId, utilisateurId: acteur.id })
    if (known) throw new Problem(known.statutInscription === 'ANNULE' ? 'inscription.annulee' : 'inscription.existante')
    if (evenement.statut !== 'PLANIFIE') throw new Problem('inscription.fermee')
    const row = { evenementId, utilisateurId: acteur.id, typeParticipation, statutInscription: 'EN_ATTENTE' } as const
    const dates = { dateInscription: nowIso(clock), decideLe: null }
    const inserted = orThrow(await insertInscription(transaction, { ...row, ...dates }), 'inscription.existante')
    await publishInscriptionChange(transaction, inserted)
    const message = `${acteur.prenom} ${acteur.nom} demande à participer.`
    const news = { type: 'INSCRIPTION', titre: evenement.titre, message, evenementId } as const
    await notify(transaction, clock, [{ ...news, utilisateurId: evenement.createurId, nommeId: acteur.id }])
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
export async function listEvenementsInscrits({ database }: DatabaseDeps, acteur: ActeurConnecte): Promise<Evenement[]> {
  const inscriptions = await findInscriptionsOfUtilisateur(database, acteur.id)
  const ids = inscriptions.map((inscription) => inscription.evenementId)
  return viewForParticipant(database, await findEvenementsByIds(database, ids), acteur)
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
}

/**
 * Validates or cancels a registration. @throws Problem inscription.complet when the event is full, also for parallel
 * requests
 */
export async function decideInscription(
  { database, clock }: DatabaseDeps,
  { acteur, evenement, inscription, statut }: InscriptionDecision,
): Promise<Inscription> {
  const now = nowIso(clock)
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const locked = orThrow(await lockEvenement(transaction, evenement.id), 'inscription.introuvable')
    const current = orThrow(await findInscription(transaction, inscription.id), 'inscription.introuvable')
    const de = current.statutInscription
    if (!nextStatutsInscription(de).includes(statut)) throw new Problem('inscription.transition')
    if (statut === 'VALIDE') await requirePlace(transaction, { evenement: locked, inscription: current, now })
    const isMoved = await moveInscription(transaction, current, { statut, decideLe: now })
    if (!isMoved) throw new Problem('inscription.transition')
    await publishInscriptionChange(transaction, current)
    await writeAudit(transaction, clock, {
      acteurId: acteur.id,
      action: 'inscription/statut',
      objet: `inscription:${inscription.id}`,
      detail: { statut, de },
    })
    const message = statut === 'VALIDE' ? phrases.inscriptionValidee : phrases.inscriptionAnnulee
    const news = { type: 'INSCRIPTION', titre: locked.titre, message: `${message}.`, evenementId: locked.id } as const
    await notify(transaction, clock, [{ ...news, utilisateurId: current.utilisateurId }])
    return readInscription(transaction, inscription.id)
  })
}

/** The person's own open invitation already takes a place: accepting it frees that place for the registration. */
async function requirePlace(
  database: Database,
  { evenement, inscription, now }: { evenement: EvenementRow; inscription: InscriptionRow; now: string },
): Promise<void> {
  const who = { evenementId: evenement.id, utilisateurId: inscription.utilisateurId }
  await acceptOpenInvitation(database, who, now)
  const places = await countPlaces(database, evenement, now)
  if (isFull(places, places.valides + places.invitations)) throw new Problem('inscription.complet')
}
