import { type RefObject, useLayoutEffect, useRef } from 'react'
import { revealInRow } from './revealInRow.ts'

/**
 * Scrolls a row of choices until the selected one is visible: when it is selected, and when a count that loads later
 * moves it, unless the person has scrolled the row since.
 * @param selector of the selected choice in the row
 */
export function useSelectedInView(list: RefObject<HTMLElement | null>, selector: string): void {
  const last = useRef<{ selected: Element; scrollLeft: number }>(undefined)
  // After each render: any of them may move the selected choice.
  useLayoutEffect(() => {
    const row = list.current
    const selected = row?.querySelector(selector)
    if (!row || !selected) return
    if (last.current?.selected === selected && last.current.scrollLeft !== row.scrollLeft) return
    revealInRow(row, selected)
    last.current = { selected, scrollLeft: row.scrollLeft }
  })
}
