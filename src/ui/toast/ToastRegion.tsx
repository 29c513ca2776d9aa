import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useTopModal } from '#src/ui/modal/modalStack.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { french } from '#src/ui/text/french.ts'
import { type ToastQueue, toasts } from './toastQueue.ts'
import css from './Toast.module.css'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

/** Where toasts appear, one at a time; errors are announced at once, the others politely. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  const toast = useSyncExternalStore(queue.subscribe, queue.current)
  const isError = toast?.type === 'error'
  const Icon = icons[toast?.type ?? 'info']
  const modal = useTopModal()
  const region = (
    <div className={css.toasts}>
      <Status hidden>{toast && !isError && [toast.title, toast.message].filter(Boolean).join('. ')}</Status>
      <div role="alert" className="visually-hidden">
        {toast && isError && [toast.title, toast.message].filter(Boolean).join('. ')}
      </div>
      {toast && (
        <div className={css.toast} key={toast.id} data-part="toast">
          <Icon />
          <p className={css.toastText}>
            {toast.message === undefined ? (
              french(toast.title)
            ) : (
              <>
                <b>{french(toast.title)}</b>
                {french(toast.message)}
              </>
            )}
          </p>
          <IconButton name="Fermer la notification" onClick={queue.close}>
            <X />
          </IconButton>
          {!isError && <span className={css.toastTime} style={{ '--left': toast.left }} aria-hidden="true" />}
        </div>
      )}
    </div>
  )
  // Outside of an open modal dialog nothing can be pressed or is read aloud.
  return modal === null ? region : createPortal(region, modal)
}
