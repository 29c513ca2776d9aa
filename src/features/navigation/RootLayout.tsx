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
  useEffect(() => {
    let wasOnTab = false
    const ends = [
      router.subscribe('onBeforeNavigate', () => {
        wasOnTab = document.activeElement?.role === 'tab'
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // On the first page keep the browser's focus; a change of the search parameters alone moves no focus.
        if (!fromLocation || !pathChanged || document.querySelector('dialog[open]')) return
        // A tab keeps the focus (WAI-ARIA Authoring Practices, tabs); the next page renders the row of tabs anew.
        const tab = wasOnTab && document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
        ;(tab || document.querySelector<HTMLElement>('#contenu'))?.focus({ preventScroll: true })
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [router])
}
