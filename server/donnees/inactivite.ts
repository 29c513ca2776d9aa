import { dayMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import { findToErase } from '../utilisateur/archive.repository.ts'
import { archiveInactive, inactivityDays, warnInactive } from '../utilisateur/archive.usecases.ts'
import { eraseWithExport, type SuppressionDeps } from './suppression.usecases.ts'
import { workEach } from '../workEach.ts'

/** Handles unused accounts: two warnings, the archive, the erasure (product 31). */
export async function followInactivity(deps: SuppressionDeps): Promise<void> {
  await workEach([warnInactive, archiveInactive, eraseInactive], (step) => step(deps))
}

/** A failure of one account does not stop the others. */
async function eraseInactive(deps: SuppressionDeps): Promise<void> {
  const { archive, erase } = inactivityDays
  const due = await findToErase(deps.database, {
    before: isoFromNow(deps.clock, -erase * dayMs),
    // After a long downtime of the server, accounts are archived first and keep the full time to come back.
    archivedBefore: isoFromNow(deps.clock, -(erase - archive) * dayMs),
  })
  const check = (database: Database, utilisateur: UtilisateurRow) => assertDue(deps, database, utilisateur)
  await workEach(due, ({ id }) =>
    eraseWithExport(deps, { utilisateurId: id, acteurId: null, check }).catch((error: unknown) => {
      // Expected: the account was used again, or has a future event.
      if (!(error instanceof Problem)) throw error
    }),
  )
}

async function assertDue(
  { clock }: SuppressionDeps,
  database: Database,
  { id, archiveLe }: UtilisateurRow,
): Promise<void> {
  if (archiveLe === null) throw new Problem('utilisateur.introuvable')
  const toCome = await database
    .selectFrom('evenement')
    .select('id')
    .where('createurId', '=', id)
    .where('supprimeLe', 'is', null)
    .where('statut', 'in', ['PLANIFIE', 'EN_COURS'])
    .where('dateFin', '>', nowIso(clock))
    .executeTakeFirst()
  if (toCome) throw new Problem('utilisateur.evenements_actifs')
}
