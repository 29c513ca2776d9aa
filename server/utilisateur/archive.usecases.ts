import { dayMs } from '#domain/contract/durations.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { UtilisateurAvecEmail } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { guestLifeMs } from '../session/startSession.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { archiveUnused, countWarning, findToArchive, findToWarn } from './archive.repository.ts'
import { mailArchiveWarning } from './archiveLettre.ts'
import { workEach } from '../workEach.ts'

interface ArchiveDeps extends DatabaseDeps {
  readonly publicUrl: string
}

/** Days without activity (product 31). */
export const inactivityDays = { warnings: [335, 358], archive: 365, erase: 730 } as const

/** Sends the two warnings before an archive. An account that missed the first one gets only the second. */
export async function warnInactive(deps: ArchiveDeps): Promise<void> {
  await workEach([...inactivityDays.warnings.entries()].toReversed(), async ([at, days]) => {
    const warnings = at + 1
    const before = isoFromNow(deps.clock, -days * dayMs)
    const idle = await findToWarn(deps.database, { before, warnings })
    await workEach(idle, (utilisateur) => warnOne(deps, utilisateur, warnings))
  })
}

async function warnOne(deps: ArchiveDeps, utilisateur: UtilisateurAvecEmail, warnings: number): Promise<void> {
  const archiveAt = Date.parse(utilisateur.derniereActivite) + inactivityDays.archive * dayMs
  // Too late for a warning: the same run archives the account.
  if (archiveAt <= deps.clock.now().getTime()) return
  await deps.database.transaction().execute(async (database) => {
    if (!(await countWarning(database, utilisateur, warnings))) return
    await mailArchiveWarning({ ...deps, database }, utilisateur, new Date(archiveAt))
  })
}

/** Archives accounts unused for a year: ends their sessions and keeps their media. */
export async function archiveInactive({ database, clock }: ArchiveDeps): Promise<void> {
  const now = nowIso(clock)
  const before = isoFromNow(clock, -inactivityDays.archive * dayMs)
  const guestsBefore = isoFromNow(clock, -guestLifeMs.afterEvenement)
  await workEach(await findToArchive(database, { before, guestsBefore }), (id) =>
    database.transaction().execute(async (transaction) => {
      if (!(await archiveUnused(transaction, id, { before, now }))) return
      await endSessionsOf(transaction, { utilisateurId: id, except: null }, now)
      const objet = `utilisateur:${id}`
      await writeAudit(transaction, clock, { acteurId: null, action: 'utilisateur/archive', objet })
    }),
  )
}
