import { nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { writeAudit } from '../audit/audit.ts'
import { publishStatutChange } from '../live/changes.ts'
import { advanceStatut } from './evenement.repository.ts'

/**
 * Advances statuts by the clock: PLANIFIE becomes EN_COURS at dateDebut, EN_COURS becomes TERMINE at dateFin, unless
 * the statut was set by hand since the last of the two (product 16). An event whose both dates have passed goes
 * through both. Open pages of the event load it again.
 */
export async function advanceStatuts({ database, clock }: DatabaseDeps): Promise<void> {
  const now = nowIso(clock)
  await database.transaction().execute(async (transaction) => {
    const begun = { from: 'PLANIFIE', to: 'EN_COURS', date: 'dateDebut', now } as const
    const ended = { from: 'EN_COURS', to: 'TERMINE', date: 'dateFin', now } as const
    // Update events first and write audit rows last: another transaction may hold an event and wait for the audit
    // head.
    const steps = []
    for (const step of [begun, ended]) {
      for (const { id } of await advanceStatut(transaction, step)) steps.push({ ...step, id })
    }
    for (const { id, from, to } of steps) {
      const entry = { acteurId: null, action: 'evenement/horloge', objet: `evenement:${id}` } as const
      await writeAudit(transaction, clock, { ...entry, detail: { statut: to, de: from } })
      await publishStatutChange(transaction, id)
    }
  })
}
