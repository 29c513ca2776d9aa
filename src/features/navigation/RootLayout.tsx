import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { followSheetHistory } from '#src/ui/modal/sheetHistory.ts'
import { ToastRegion } from '#src/ui/toast/ToastRegion.tsx'

/** Layout of every page: skip link, toasts, and focus handling after a navigation. */
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
        // On the first page keep the browser's focus; a change of the search parameters alone moves no focus.
        if (!fromLocation || !pathChanged || document.querySelector('dialog[open]')) return
        // A tab keeps the focus (TabLinks).
        if (document.activeElement?.role === 'tab') return
        document.querySelector<HTMLElement>('#contenu')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
