import { refusDepot } from '#domain/permissions/media.permissions.ts'
import { undoMs } from '#domain/evenement/evenement.ts'
import { nowIso } from '../clock.ts'
import { findConsentementActif } from '../consentement/consentement.repository.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import type { ConsentementRow } from '../database/tables/people.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { findAnyEvenement } from '../evenement/supprime.repository.ts'
import { Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findLivingUtilisateur } from '../utilisateur/utilisateur.repository.ts'

/** What decides whether a person may add a media to an event now. */
export interface Depot {
  readonly evenement: EvenementRow
  readonly inscription: InscriptionRow | null
  readonly consentement: ConsentementRow | null
  /** Whether the organiser has erased their account. */
  readonly sansOrganisateur: boolean
  /** When this was read, ISO 8601. */
  readonly now: string
}

/** Loads the event with the person's registration and consent; null when the event does not exist. */
export async function findDepot(
  { database, clock }: DatabaseDeps,
  { id: utilisateurId }: { readonly id: number },
  evenementId: number,
): Promise<Depot | null> {
  const evenement = await findEvenement(database, evenementId)
  return evenement ? depotForEvenement({ database, clock }, evenement, utilisateurId) : null
}

/** As {@link findDepot}, for an event that the caller has read. */
export async function depotForEvenement(
  { database, clock }: DatabaseDeps,
  evenement: EvenementRow,
  utilisateurId: number,
): Promise<Depot> {
  const evenementId = evenement.id
  const inscription = await findInscriptionOf(database, { evenementId, utilisateurId })
  const now = nowIso(clock)
  const consentement = await findConsentementActif(database, { utilisateurId, now })
  const sansOrganisateur = (await findLivingUtilisateur(database, evenement.createurId)) === undefined
  return { evenement, inscription: inscription ?? null, consentement: consentement ?? null, sansOrganisateur, now }
}

/** A cancelled event has no opening at which the upload would go on. */
const cancelled = "L'événement est annulé. Votre média reste sur ce téléphone."

/**
 * @throws Problem upload.inscription_requise, upload.evenement_ferme, upload.sans_organisateur,
 * upload.consentement_requis: the upload queue of the client acts on these codes
 */
export function assertDepotAllowed({ evenement, inscription, consentement, sansOrganisateur, now }: Depot): void {
  const refus = refusDepot({
    statutEvenement: evenement.statut,
    statutInscription: inscription?.statutInscription ?? null,
    consentementValide: consentement !== null,
    sansOrganisateur,
  })
  if (refus === 'upload.evenement_ferme')
    throw new Problem(refus, {
      ...(evenement.statut === 'ANNULE' && { message: cancelled }),
      headers: retryAfterUndo(evenement.statutManuelLe, now),
    })
  if (refus) throw new Problem(refus)
}

/** The announcements run every 2 s. */
const announcedMs = undoMs + 2000

/**
 * Retry-After for a change that the organiser can still undo. No event is sent to the phones before the announcement, so
 * that a phone must ask again to see an undone one.
 */
function retryAfterUndo(changedAt: string | null, now: string): Record<string, string> {
  const leftMs = changedAt === null ? 0 : Date.parse(changedAt) + announcedMs - Date.parse(now)
  return leftMs > 0 ? { 'Retry-After': String(Math.ceil(leftMs / 1000)) } : {}
}

/** As {@link retryAfterUndo}, for a deleted event; empty for a person whose registration in it is not VALIDE. */
export async function retryAfterDeletion(
  { database, clock }: DatabaseDeps,
  { id: utilisateurId }: { readonly id: number },
  evenementId: number,
): Promise<Record<string, string>> {
  const inscription = await findInscriptionOf(database, { evenementId, utilisateurId })
  if (inscription?.statutInscription !== 'VALIDE') return {}
  return retryAfterUndo((await findAnyEvenement(database, evenementId))?.supprimeLe ?? null, nowIso(clock))
}
