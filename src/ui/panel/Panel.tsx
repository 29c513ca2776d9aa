import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { classNames } from '#src/ui/text/classNames.ts'
import { hideWhenLeft } from '#src/ui/menu/hideWhenLeft.ts'
import css from './Panel.module.css'

interface Props {
  /** The `popoverTarget` of the button that opens it. */
  id: string
  title: string
  /** Rendered beside the title. */
  action?: ReactNode
  foot?: ReactNode
  /** Rendered only while it is open. */
  children: ReactNode
  onOpen?: (isOpen: boolean) => void
}

/**
 * A popover panel: Escape and a click outside close it and return the focus; a navigation, and the focus outside, close it
 * too.
 */
export function Panel({ id, title, action, foot, children, onOpen }: Props) {
  const panel = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', () => panel.current?.hidePopover()), [router])
  return (
    <dialog
      ref={panel}
      id={id}
      popover="auto"
      aria-labelledby={titleId}
      className={classNames('floating', css.panel)}
      onToggle={(event) => {
        const opened = event.newState === 'open'
        setOpen(opened)
        onOpen?.(opened)
        if (!opened) return
        heading.current?.focus()
        hideWhenLeft(event.currentTarget)
      }}
    >
      <div className={css.panelHead}>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      <div className={css.panelBody}>{isOpen && children}</div>
      {foot !== undefined && <div className={css.panelFoot}>{foot}</div>}
    </dialog>
  )
}
