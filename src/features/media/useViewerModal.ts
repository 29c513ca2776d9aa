import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { enterModal } from '#src/ui/modal/modalStack.ts'

/** Opens the viewer's dialog with the component, keeps the focus in it, and closes it with the component. */
export function useViewerModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Before the first paint: the view transition from the grid ends on it.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
  }, [dialog])
  useEffect(() => {
    const shown = dialog.current
    const leaveModal = shown ? enterModal(shown) : undefined
    return () => {
      leaveModal?.()
      shown?.close()
    }
  }, [dialog])
  // Not on its first button, which the keys of a video would press.
  useEffect(() => dialog.current?.focus(), [dialog])
  useEffect(() => {
    // The focused element may have been removed or disabled: keep the focus in the viewer for its keys.
    if (document.activeElement === document.body) dialog.current?.focus()
  })
}
