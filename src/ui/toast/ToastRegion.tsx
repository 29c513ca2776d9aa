import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTopModal } from '#src/ui/modal/modalStack.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { typographie } from '#domain/texte/typographie.ts'
import { type Toast, type ToastQueue, toasts } from './toastQueue.ts'
import css from './Toast.module.css'

/** Loaded after the first paint: nothing is said before. */
const loadCard = () => import('./ToastCard.tsx')
// Without network, and never loaded: what was to be said is read aloud at least.
const ToastCard = lazy((): Promise<{ default: ComponentType<{ toast: Toast; queue: ToastQueue }> }> =>
  loadCard().catch(() => ({ default: () => null })),
)

/** Where toasts appear, one at a time; errors are announced at once, the others politely. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  const current = useSyncExternalStore(queue.subscribe, queue.current, queue.current)
  const modal = useTopModal()
  // An offer waits until the dialog is done with: it stays, and would lie over what one came to press.
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
  // Outside of an open modal dialog nothing can be pressed or is read aloud.
  return modal === null ? region : createPortal(region, modal)
}

function wordsOf({ title, message }: Toast): string {
  return typographie(message ? `${title.replace(/\.$/, '')}. ${message}` : title)
}
