import { queryClient } from '#src/api/queryClient.ts'
import { onSignOut } from '#src/api/session.ts'
import type { router as appRouter } from './router.tsx'

/** After a sign-out: nothing of the person stays in memory or on the device, and the right page opens. */
export function followSignOut(router: typeof appRouter): void {
  onSignOut((utilisateur, reason) => {
    void wipe(utilisateur.id)
    const redirect = router.state.location.href
    void (reason === 'choix'
      ? router.navigate({ to: '/', replace: true })
      : router.navigate({ to: '/login', search: { redirect }, replace: true }))
  })
}

async function wipe(utilisateurId: number): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
  const [{ wipePersisted }, { wipePictures }] = await Promise.all([
    import('#src/api/persistence.ts'),
    import('#src/pwa/bridge.ts'),
  ])
  await Promise.allSettled([wipePersisted(utilisateurId), wipePictures(utilisateurId)])
}
