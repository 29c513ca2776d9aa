import { writeAudit } from '../audit/audit.ts'
import { findRenewalsOfErased, stopRenewal } from './abonnement.repository.ts'
import { workEach } from '../workEach.ts'
import type { NoticeDeps } from './paymentNotice.ts'

/** Cancels renewals of erased accounts at the provider, and retries until that works. */
export async function cancelOfErased({ database, clock, payment }: NoticeDeps): Promise<void> {
  const renewals = await findRenewalsOfErased(database, payment.fournisseur)
  await workEach(renewals, async ({ id, utilisateurId, reference, plan }) => {
    if (reference === null) return
    await payment.cancel(reference)
    await database.transaction().execute(async (transaction) => {
      await stopRenewal(transaction, id)
      const entry = { acteurId: null, action: 'abonnement/annule', objet: `utilisateur:${utilisateurId}` } as const
      await writeAudit(transaction, clock, { ...entry, detail: { plan, compte: 'supprime' } })
    })
  })
}
