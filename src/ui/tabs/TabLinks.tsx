import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useSelectedInView } from '#src/ui/row/useSelectedInView.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import css from './Tabs.module.css'

/** A row of tabs that are links; left and right arrows move between them. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  useSelectedInView(list, '[aria-selected=true]')
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

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const index = tabs.indexOf(document.activeElement as HTMLElement)
  tabs[(index + step + tabs.length) % tabs.length]?.focus()
  event.preventDefault()
}
