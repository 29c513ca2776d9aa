import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { french } from '#src/ui/text/french.ts'
import { stays, type Toast, type ToastQueue } from './toastQueue.ts'
import css from './Toast.module.css'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info, confirmation: Info }

/** The current toast; lazy-loaded with the first one. */
export default function ToastCard({ toast, queue }: { toast: Toast; queue: ToastQueue }) {
  const Icon = icons[toast.type]
  const focus = useFocusBack()
  const card = useSteadySheet()
  return (
    // A landmark, because it is rendered outside the page's own landmarks.
    <section {...focus} ref={card} aria-label="Message" className={css.toast} data-part="toast">
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

/**
 * Gives the focus back to the element that had it before the keyboard moved it into the toast, when the toast is removed;
 * else to the page's content. Not after a tap: a field that gets the focus opens a phone's keyboard.
 * @returns props for the toast's element
 */
function useFocusBack() {
  /** Undefined while the toast has no focus from the keyboard. */
  const before = useRef<EventTarget | null>(undefined)
  useEffect(
    () => () => {
      // The toast is already removed.
      if (before.current === undefined || document.activeElement !== document.body) return
      const element = before.current instanceof HTMLElement && before.current.isConnected ? before.current : null
      ;(element ?? document.querySelector<HTMLElement>('#contenu'))?.focus({ preventScroll: true })
    },
    [],
  )
  return {
    onFocus: ({ currentTarget, target, relatedTarget }: FocusEvent) => {
      if (!contains(currentTarget, relatedTarget) && target.matches(':focus-visible')) before.current = relatedTarget
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!contains(currentTarget, relatedTarget)) before.current = undefined
    },
  }
}

/**
 * Keeps the lower edge of a sheet, and with it the buttons, where it was without the toast: a centred sheet grows in both
 * directions when the toast is shown above its title.
 * @returns ref for the toast's element
 */
function useSteadySheet() {
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const sheet = card.current?.closest<HTMLElement>('[data-part="sheet"]')
    if (!card.current || !sheet) return undefined
    const after = sheet.getBoundingClientRect().bottom
    card.current.style.display = 'none'
    const shift = sheet.getBoundingClientRect().bottom - after
    card.current.style.display = ''
    if (shift !== 0) sheet.style.translate = `0 ${shift}px`
    return () => {
      sheet.style.translate = ''
    }
  }, [])
  return card
}

function contains(element: Element, target: EventTarget | null): boolean {
  return target instanceof Node && element.contains(target)
}
