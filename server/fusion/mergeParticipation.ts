import { nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { InscriptionRow } from '../database/tables/evenements.ts'
import { endConsentement, findConsentements } from '../consentement/consentement.repository.ts'
import { Problem } from '../http/problem.ts'
import { deleteInscription, findInscriptionOf, moveInscription } from '../inscription/inscription.repository.ts'
import { acceptOpenInvitation } from '../invitation/invitation.repository.ts'
import { publishInscriptionChange } from '../live/changes.ts'
import type { Merge } from './merge.ts'

/**
 * Leaves one registration of the two: the account's. A guest who is admitted gives a waiting account their place, so
 * the number of taken places never grows.
 * @param deps with the database of a transaction that has locked the event
 * @throws Problem inscription.annulee when the organiser has cancelled the account's: a fusion does not undo that
 */
export async function mergeInscriptions(
  { database, clock }: DatabaseDeps,
  { account, inscription }: Merge & { inscription: InscriptionRow },
): Promise<void> {
  const { evenementId } = inscription
  const who = { evenementId, utilisateurId: account }
  const own = await findInscriptionOf(database, who)
  if (own?.statutInscription === 'ANNULE') throw new Problem('inscription.annulee')
  const now = nowIso(clock)
  const isAdmitted = inscription.statutInscription === 'VALIDE'
  if (own) await deleteInscription(database, inscription.id)
  if (own?.statutInscription === 'EN_ATTENTE' && isAdmitted)
    await moveInscription(database, own, { statut: 'VALIDE', decideLe: inscription.decideLe ?? now })
  // An open invitation takes a place as well.
  if (isAdmitted) await acceptOpenInvitation(database, who, now)
  await publishInscriptionChange(database, inscription)
  await publishInscriptionChange(database, who)
}

/**
 * Leaves one active consent, that of the last answer. An account that has refused or revoked after the guest agreed
 * stays without one.
 * @param deps with the database of a transaction
 */
export async function mergeConsentements({ database, clock }: DatabaseDeps, { guest, account }: Merge): Promise<void> {
  const given = (await findConsentements(database, guest)).find(({ statut }) => statut === 'ACTIF')
  if (!given) return
  const answers = await findConsentements(database, account)
  const isRefused = answers.some(
    ({ statut, revoqueLe, dateConsentement }) =>
      statut === 'REVOQUE' && (revoqueLe ?? dateConsentement) > given.dateConsentement,
  )
  const active = answers.filter(({ statut }) => statut === 'ACTIF')
  if (active.some(({ dateConsentement }) => dateConsentement >= given.dateConsentement)) {
    await endConsentement(database, given.id)
    return
  }
  if (isRefused) {
    const revoked = { statut: 'REVOQUE', revoqueLe: nowIso(clock) } as const
    await database.updateTable('consentement').set(revoked).where('id', '=', given.id).execute()
  }
  for (const { id } of active) await endConsentement(database, id)
}
