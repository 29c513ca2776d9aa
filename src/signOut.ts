import { queryClient } from '#src/api/queryClient.ts'
import { onSignOut, type SignOutReason } from '#src/api/session.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { AppRouter } from './router.tsx'

/** After a sign-out: nothing of the person stays in memory or on the device, and the right page opens. */
export function followSignOut(router: AppRouter): void {
  onSignOut((utilisateur, reason) => {
    void wipe(utilisateur.id, reason)
    const redirect = router.state.location.href
    void (reason === 'choix'
      ? router.navigate({ to: '/', replace: true })
      : router.navigate({ to: '/login', search: { redirect }, replace: true }))
  })
}

async function wipe(utilisateurId: number, reason: SignOutReason): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
  const [{ wipePersisted }, { wipePictures }, { forgetAppareil }, { setAppBadge }, { dropShared }, decisions] =
    await Promise.all([
      import('#src/api/persistence.ts'),
      import('#src/pwa/bridge.ts'),
      import('#src/pwa/push.ts'),
      import('#src/pwa/appBadge.ts'),
      import('#upload-queue/sharedFiles.ts'),
      import('#src/pwa/decisions.ts'),
    ])
  const waiting = await decisions.suspendDecisionSession().catch(() => 0)
  if (waiting > 0 && reason === 'expiree') {
    const { count } = await import('#src/ui/text/quantities.ts')
    showToast({
      type: 'warning',
      title: count(waiting, 'décision attend sur cet appareil', 'décisions attendent sur cet appareil'),
      message: 'Reconnectez-vous avec le même compte : ce qui ne peut pas partir avant part alors.',
    })
  }
  setAppBadge(0)
  // A session that ended by itself still wants to be told; who leaves does not.
  const told = reason === 'choix' ? forgetAppareil() : undefined
  const shared = reason === 'choix' ? dropShared() : undefined
  await Promise.allSettled([wipePersisted(utilisateurId), wipePictures(utilisateurId), told, shared])
}
