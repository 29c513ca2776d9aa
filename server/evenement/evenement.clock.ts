import { nowIso } from '../clock.ts'
import type { Parts } from '../parts.ts'
import { writeAudit } from '../audit/audit.ts'
import { advanceStatut } from './evenement.repository.ts'

/**
 * Statuts that follow the clock: PLANIFIE becomes EN_COURS at dateDebut, EN_COURS becomes TERMINE at dateFin, unless a
 * person has set the statut by hand (product 16). An event that was missed altogether goes through both.
 */
export async function advanceStatuts({ database, clock }: Pick<Parts, 'database' | 'clock'>): Promise<void> {
  const now = nowIso(clock)
  await database.transaction().execute(async (transaction) => {
    const begun = { from: 'PLANIFIE', to: 'EN_COURS', date: 'dateDebut', now } as const
    const ended = { from: 'EN_COURS', to: 'TERMINE', date: 'dateFin', now } as const
    for (const step of [begun, ended]) {
      for (const evenement of await advanceStatut(transaction, step)) {
        const detail = { statut: step.to, de: step.from }
        const objet = `evenement:${evenement.id}`
        await writeAudit(transaction, clock, { acteurId: null, action: 'evenement/horloge', objet, detail })
      }
    }
  })
}
