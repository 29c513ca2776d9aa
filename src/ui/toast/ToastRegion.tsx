import { useSelector } from '@tanstack/react-store'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
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

/** Container of toasts, one at a time; errors are announced assertively, others politely. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  const current = useSelector(queue.shown)
  const modal = useTopModal()
  // A confirmation waits until the dialog is closed: it does not disappear by itself and would cover the dialog.
  const toast = current?.type === 'confirmation' && modal !== null ? null : current
  const isError = toast?.type === 'error'
  useEffect(() => void loadCard().catch(() => undefined), [])
  const region = (
    <div className={css.toasts}>
      <Status hidden>{toast && !isError && wordsOf(toast)}</Status>
      <div role="alert" className="visually-hidden">
        {toast && isError && wordsOf(toast)}
      </div>
      <Suspense>{toast && <ToastCard key={toast.id} toast={toast} queue={queue} />}</Suspense>
    </div>
  )
  // Content outside an open modal dialog is inert: render the region inside the dialog.
  return modal === null ? region : createPortal(region, modal)
}

function wordsOf({ title, message }: Toast): string {
  return typographie(message ? `${title.replace(/\.$/, '')}. ${message}` : title)
}
