import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { enterModal } from '#src/ui/modal/modalStack.ts'
import { enterSheet } from '#src/ui/modal/sheetHistory.ts'
import { french } from '#src/ui/text/french.ts'
import css from './Sheet.module.css'

interface Props {
  title: string
  /** When absent, Escape, the backdrop, the close button and the back button do not close it. */
  onClose?: (() => void) | undefined
  /** Width from 48rem on, as a CSS length. */
  width?: string
  alert?: boolean
  /** The page's URL contains the open state: the sheet needs no history entry of its own. */
  inAddress?: boolean
  foot?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A modal sheet based on a native dialog: from below on a phone, centred on wider screens. Mount it to open it. */
export function Sheet({ title, onClose, width, alert, inAddress = false, foot, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const pressed = useRef<EventTarget>(null)
  const wasClicked = useRef(false)
  const titleId = useId()
  const latestClose = useLatest(onClose)
  useEffect(() => {
    const opener = document.activeElement
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    heading.current?.focus()
    const leaveModal = shown ? enterModal(shown) : undefined
    return () => {
      leaveModal?.()
      shown?.close()
      addEventListener('click', dropSecondClick, { capture: true, once: true })
      // Safari does not restore the focus when an open dialog is removed from the DOM.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useEffect(() => {
    // A sheet that is never closable blocks the page: the back button leaves the page.
    if (inAddress || latestClose.current === undefined) return undefined
    return enterSheet(() => latestClose.current?.())
  }, [inAddress, latestClose])
  return (
    // The backdrop is part of the dialog element; Escape is the keyboard equivalent.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      className={classNames(css.sheet, className)}
      data-part="sheet"
      style={{ '--sheet': width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      onClose={() => {
        // Chromium closes a dialog at the second Escape without a cancel event.
        const shown = dialog.current
        if (!shown || shown.open) return
        if (onClose) onClose()
        else shown.showModal()
      }}
      onClickCapture={(event) => {
        // The second click of a double click that opened the sheet: it must neither close it nor confirm anything.
        if (event.detail < 2 || wasClicked.current) {
          wasClicked.current = true
          return
        }
        event.stopPropagation()
        event.preventDefault()
      }}
      onClick={(event) => {
        // Do not close when a text selection starts inside and ends outside.
        if (event.target === dialog.current && pressed.current === dialog.current) onClose?.()
      }}
    >
      <div className={css.sheetHead}>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {french(title)}
        </h2>
        {onClose && (
          <IconButton name="Fermer" onClick={onClose}>
            <X />
          </IconButton>
        )}
      </div>
      <div className={css.sheetBody} data-part="sheet-body">
        {children}
      </div>
      {foot !== undefined && <div className={css.sheetFoot}>{foot}</div>}
    </dialog>
  )
}

/** Stops the second click of a double click whose first click closed the sheet: it would press what was below. */
function dropSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return
  event.stopPropagation()
  event.preventDefault()
}
