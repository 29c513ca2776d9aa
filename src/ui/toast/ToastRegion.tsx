import { useSelector } from '@tanstack/react-store'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTopModal } from '#src/ui/modal/modalStack.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { typographie } from '#domain/texte/typographie.ts'
import { type Toast, type ToastQueue, toasts } from './toastQueue.ts'
import css from './Toast.module.css'

/** Lazy-loaded after the first paint: there is no toast before. */
const loadCard = () => import('./ToastCard.tsx')
// When the chunk cannot be loaded, the toast is still announced to screen readers.
const ToastCard = lazy((): Promise<{ default: ComponentType<{ toast: Toast; queue: ToastQueue }> }> =>
  loadCard().catch(() => ({ default: () => null })),
)

/** Container of toasts, one at a time; errors are announced assertively, others politely, each once. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  const current = useSelector(queue.shown)
  const modal = useTopModal()
  // A confirmation waits until the dialog is closed: it does not disappear by itself and would cover the dialog.
  const toast = current?.type === 'confirmation' && modal !== null ? null : current
  /** The last announced toast, and where: in another region its words would be announced again. */
  const [said, setSaid] = useState<{ id: number; modal: HTMLElement | null }>()
  useEffect(() => void loadCard().catch(() => undefined), [])
  const id = toast?.id
  const isSaid = id === said?.id
  useEffect(() => {
    if (id === undefined || isSaid) return undefined
    // Not in a region that has just been added, or whose dialog closes at once.
    const timer = setTimeout(() => setSaid({ id, modal }), 100)
    return () => clearTimeout(timer)
  }, [id, isSaid, modal])
  const regionIn = (place: HTMLElement | null) => {
    const words = toast && isSaid && place === said?.modal && wordsOf(toast)
    const isError = toast?.type === 'error'
    return (
      <div className={css.toasts}>
        <Status hidden>{!isError && words}</Status>
        <div role="alert" className="visually-hidden">
          {isError && words}
        </div>
        {place === modal && <Suspense>{toast && <ToastCard key={toast.id} toast={toast} queue={queue} />}</Suspense>}
      </div>
    )
  }
  return (
    <>
      {regionIn(null)}
      {/* Content outside an open modal dialog is inert. */}
      {modal && createPortal(regionIn(modal), modal)}
    </>
  )
}

function wordsOf({ title, message }: Toast): string {
  return typographie(message ? `${title.replace(/\.$/, '')}. ${message}` : title)
}
