import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import {
  evenementSupprimeDays,
  type EvenementOrganisateur,
  type EvenementSupprime,
  statutsActifs,
} from '#domain/evenement/evenement.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow } from '../http/problem.ts'
import { publishEvenementChange } from '../live/changes.ts'
import { announceBeforeErasure, announceLater } from './annonce.ts'
import { discardFilesOfEvenement } from './evenement.medias.ts'
import { deleteEvenement, updateEvenement } from './evenement.repository.ts'
import { viewForOrganisateur } from './evenement.view.ts'
import { lockEvenement } from './places.ts'
import { assertQuota } from './quota.ts'
import { findExpiredEvenements, findSupprimes, lockAnyEvenement } from './supprime.repository.ts'
import { workEach } from '../workEach.ts'

const lifeMs = evenementSupprimeDays * dayMs

interface Target {
  readonly acteur: ActeurConnecte
  readonly id: number
}

/** Deletes an event. It is hidden, and its organiser can restore it for 30 days (product 17). */
export async function removeEvenement(deps: DatabaseDeps, { acteur, id }: Target): Promise<void> {
  await transactionAs(deps, acteur, async (database) => {
    const evenement = orThrow(await lockEvenement(database, id), 'evenement.introuvable')
    await updateEvenement(database, id, { supprimeLe: nowIso(deps.clock) })
    await publishEvenementChange(database, evenement)
    await announceLater({ ...deps, database }, evenement, { isDeleted: true })
    const entry = { acteurId: acteur.id, action: 'evenement/supprime', objet: `evenement:${id}` } as const
    await writeAudit(database, deps.clock, entry)
  })
}

/** The events that an organiser deleted in the last 30 days, last deleted first. */
export async function listSupprimes({ database }: DatabaseDeps, acteur: ActeurConnecte): Promise<EvenementSupprime[]> {
  const evenements = await findSupprimes(database, acteur.id)
  const views = await viewForOrganisateur(database, evenements, acteur)
  return evenements.flatMap(({ id, titre, dateDebut, fuseau, lieu, statut, supprimeLe }, at) => {
    const comptes = views[at]?.comptes
    if (supprimeLe === null || comptes === undefined) return []
    const effaceLe = new Date(Date.parse(supprimeLe) + lifeMs).toISOString()
    return [{ id, titre, dateDebut, fuseau, lieu, statut, supprimeLe, effaceLe, comptes }]
  })
}

/**
 * Restores a deleted event. Idempotent: an event that is not deleted is returned as it is.
 * @throws Problem evenement.quota_atteint when the plan allows no more active events
 */
export async function restoreEvenement(deps: DatabaseDeps, { acteur, id }: Target): Promise<EvenementOrganisateur> {
  return transactionAs(deps, acteur, async (database) => {
    const evenement = orThrow(await lockAnyEvenement(database, id), 'evenement.introuvable')
    if (evenement.supprimeLe !== null) {
      if (statutsActifs.includes(evenement.statut)) {
        await assertQuota(database, { createurId: evenement.createurId, now: nowIso(deps.clock) })
      }
      await updateEvenement(database, id, { supprimeLe: null })
      await publishEvenementChange(database, evenement)
      await announceLater({ ...deps, database }, evenement, { isDeleted: false })
      const entry = { acteurId: acteur.id, action: 'evenement/restaure', objet: `evenement:${id}` } as const
      await writeAudit(database, deps.clock, entry)
    }
    const [view] = await viewForOrganisateur(database, [{ ...evenement, supprimeLe: null }], acteur)
    return orThrow(view, 'evenement.introuvable')
  })
}

/** Erases events that were deleted 30 days ago. The sweeper deletes their files. */
export async function eraseExpiredEvenements({ database, clock }: DatabaseDeps): Promise<void> {
  const before = isoFromNow(clock, -lifeMs)
  await workEach(await findExpiredEvenements(database, before), ({ id }) =>
    database.transaction().execute(async (transaction) => {
      const evenement = await lockAnyEvenement(transaction, id)
      // Restored since it was found.
      if (evenement?.supprimeLe == null || evenement.supprimeLe > before) return
      await eraseEvenement({ database: transaction, clock }, id)
    }),
  )
}

/**
 * Erases an event with its media, links and registrations; the sweeper deletes their files. Call it in a transaction.
 */
async function eraseEvenement({ database, clock }: DatabaseDeps, id: number): Promise<void> {
  await discardFilesOfEvenement(database, id, nowIso(clock))
  await deleteEvenement(database, id)
  await writeAudit(database, clock, { acteurId: null, action: 'evenement/efface', objet: `evenement:${id}` })
}

/** Erases an organiser's deleted events immediately: without the account they cannot be restored. */
export async function eraseSupprimesOf(deps: DatabaseDeps, createurId: number): Promise<void> {
  for (const { id } of await findSupprimes(deps.database, createurId)) {
    await announceBeforeErasure(deps, id)
    await eraseEvenement(deps, id)
  }
}
