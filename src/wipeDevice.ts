import type { Departure } from '#src/api/departures.ts'
import { wipeDrafts } from '#src/api/draftStore.ts'
import type { SignOutReason } from '#src/api/session.ts'
import { wipePersisted } from '#src/api/persistence.ts'
import { wipeSessionQueries } from '#src/api/sessionQueries.ts'
import { setAppBadge } from '#src/pwa/push/appBadge.ts'
import { suspendDecisionSession } from '#src/pwa/decisions/decisions.ts'
import { forgetAppareilOf } from '#src/pwa/push/push.ts'
import { wipePictures } from '#src/pwa/serviceWorkerClient.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { count } from '#src/ui/text/quantities.ts'
import { claimShared, dropShared } from '#upload-queue/caches/sharedFiles.ts'
import { dropUnread } from '#upload-queue/caches/unreadBadge.ts'

/**
 * Deletes what this device keeps of a person who has signed out. Each step can be repeated.
 * @throws the first error, once every step was tried
 */
export async function wipeDevice({ utilisateurId, reason, endedAt = 0 }: Departure): Promise<void> {
  const always = [
    () => wipePersisted(utilisateurId),
    wipeSessionQueries,
    () => wipePictures(utilisateurId),
    () => setAppBadge(0),
    dropUnread,
    () => suspendDecisions(reason),
  ]
  // After an expired session, push notifications, shared files and drafts stay for the same person.
  const onLeave = [
    () => forgetAppareilOf(utilisateurId),
    () => dropShared(utilisateurId, endedAt),
    () => wipeDrafts(utilisateurId),
  ]
  const onExpiry = [() => claimShared(utilisateurId, endedAt)]
  const byReason = { logout: onLeave, erased: onLeave, expired: onExpiry, ended: onExpiry, merged: [] }
  const steps = [...always, ...byReason[reason]]
  const outcomes = await Promise.allSettled(steps.map(async (step) => step()))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function suspendDecisions(reason: SignOutReason): Promise<void> {
  const waiting = await suspendDecisionSession()
  if (waiting === 0 || reason === 'logout' || reason === 'erased') return
  showToast({
    type: 'warning',
    title: count(waiting, 'décision attend sur cet appareil', 'décisions attendent sur cet appareil'),
    message: 'Reconnectez-vous avec le même compte : ce qui ne peut pas partir avant part alors.',
  })
}
