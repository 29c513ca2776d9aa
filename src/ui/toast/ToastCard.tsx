import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { french } from '#src/ui/text/french.ts'
import { stays, type Toast, type ToastQueue } from './toastQueue.ts'
import css from './Toast.module.css'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info, confirmation: Info }

/** The current toast; lazy-loaded with the first one. */
export default function ToastCard({ toast, queue }: { toast: Toast; queue: ToastQueue }) {
  const Icon = icons[toast.type]
  return (
    // A landmark, because it is rendered outside the page's own landmarks.
    <section aria-label="Message" className={css.toast} data-part="toast">
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
      {toast.action && (
        <Button
          look="quiet"
          onClick={() => {
            queue.close()
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        name="Fermer la notification"
        onClick={() => {
          queue.close()
          toast.onDismiss?.()
        }}
      >
        <X />
      </IconButton>
      {!stays(toast.type) && <span className={css.toastTime} style={{ '--left': toast.left }} aria-hidden="true" />}
    </section>
  )
}
