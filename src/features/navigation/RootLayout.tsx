import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { followSheetHistory } from '#src/ui/modal/sheetHistory.ts'
import { ToastRegion } from '#src/ui/toast/ToastRegion.tsx'

/** What every page has: the way past the navigation, toasts, and focus moved after a navigation. */
export function RootLayout({ notice }: { notice: ReactNode }) {
  const router = useRouter()
  useFocusAfterNavigation()
  useEffect(() => followSheetHistory(router), [router])
  return (
    <>
      <a className="skip-link" href="#contenu">
        Aller au contenu
      </a>
      {notice}
      <Outlet />
      <ToastRegion />
    </>
  )
}

function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The first page keeps the browser's own focus; a change of search alone moves nothing.
        if (!fromLocation || !pathChanged || document.querySelector('dialog[open]')) return
        document.querySelector<HTMLElement>('#contenu')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
