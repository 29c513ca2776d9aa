import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Panel.module.css'

interface Props {
  /** What opens it: `popoverTarget` of any button. */
  id: string
  title: string
  /** Beside the title. */
  action?: ReactNode
  foot?: ReactNode
  /** Made only while it is open. */
  children: ReactNode
  onOpen?: (isOpen: boolean) => void
}

/** A floating panel: Escape and a click outside close it and give the focus back; a navigation closes it too. */
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
        if (opened) heading.current?.focus()
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
