import { useRef, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { createLink } from '@tanstack/react-router'
import { classNames } from '#src/ui/text/classNames.ts'
import { hideWhenLeft } from './hideWhenLeft.ts'
import css from './Menu.module.css'

interface Props {
  id: string
  label: string
  /** Positions the menu beside the button that opened it instead of in the shell's corner. */
  anchored?: boolean
  children: ReactNode
}

/** A popover menu, opened by `popoverTarget`: Escape, a click or the focus outside close it; arrow keys move inside. */
export function Menu({ id, label, anchored, children }: Props) {
  const menu = useRef<HTMLElement>(null)
  return (
    // The entries are interactive; this element only handles events that bubble up from them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <nav
      ref={menu}
      id={id}
      popover="auto"
      aria-label={label}
      tabIndex={-1}
      className={classNames('floating', css.menu, anchored && css.menuAnchored)}
      onToggle={(event) => {
        if (event.newState !== 'open') return
        hideWhenLeft(event.currentTarget)
        if (anchored) placeBeside(menu.current)
        if (document.activeElement?.matches(':focus-visible')) entriesOf(menu.current)[0]?.focus()
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('a, button')) menu.current?.hidePopover()
      }}
      onKeyDown={moveFocus}
    >
      {children}
    </nav>
  )
}

function MenuAnchor(props: ComponentProps<'a'>) {
  return (
    <a {...props} className={css.menuItem}>
      {props.children}
    </a>
  )
}

/** A menu entry that is a link. */
export const MenuLink = createLink(MenuAnchor)

/** A menu entry that is a button. */
export function MenuButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={css.menuItem} />
}

function entriesOf(menu: Element | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('a, button') ?? [])].filter((entry) => entry.offsetParent !== null)
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const entries = entriesOf(event.currentTarget)
  const index = entries.indexOf(document.activeElement as HTMLElement)
  entries[(index + step + entries.length) % entries.length]?.focus()
}

function placeBeside(menu: HTMLElement | null): void {
  const opener = document.querySelector(`[popovertarget="${menu?.id ?? ''}"]`)
  if (!menu || !opener) return
  const box = opener.getBoundingClientRect()
  const below = box.bottom + menu.offsetHeight + 16 < innerHeight
  menu.style.top = `${below ? box.bottom + 4 : Math.max(8, box.top - menu.offsetHeight - 4)}px`
  menu.style.left = `${Math.max(8, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`
}
