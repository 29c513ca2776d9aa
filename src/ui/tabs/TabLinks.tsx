import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useSelectedInView } from '#src/ui/row/useSelectedInView.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import css from './Tabs.module.css'

const selectedTab = '[aria-selected=true]'
/** Whether the row that this commit of React removes had the focus. */
let hadFocus = false

/** A row of tabs that are links; left and right arrows move between them. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  useSelectedInView(list, selectedTab)
  useFocusOfReplaced(list)
  return (
    <div ref={list} className={css.tabs} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
      {children}
    </div>
  )
}

interface TabProps extends ComponentProps<'a'> {
  selected?: boolean
  count?: number | undefined
}

function TabAnchor({ selected, count, children, ...rest }: TabProps) {
  return (
    <a {...rest} role="tab" className={css.tab} aria-selected={selected} tabIndex={selected ? 0 : -1}>
      {children} {count !== undefined && <span className={css.tabCount}>{formatNumber(count)}</span>}
    </a>
  )
}

/** One tab; `selected` marks the current one. */
export const TabLink = createLink(TabAnchor)

/** Each tab has a page, which renders the row anew: its tab keeps the focus (WAI-ARIA Authoring Practices, tabs). */
function useFocusOfReplaced(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const row = list.current
    if (hadFocus) row?.querySelector<HTMLElement>(selectedTab)?.focus({ preventScroll: true })
    return () => {
      hadFocus = row?.contains(document.activeElement) ?? false
      queueMicrotask(() => (hadFocus = false))
    }
  }, [list])
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  // With Alt or Cmd, they are the browser's back and forward.
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const index = tabs.indexOf(document.activeElement as HTMLElement)
  tabs[(index + step + tabs.length) % tabs.length]?.focus()
  event.preventDefault()
}
