import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Options {
  /** The button and what may replace it. */
  place?: RefObject<HTMLElement | null>
  /** The rows are still loading. */
  isLoading?: boolean
}

/**
 * For a button that adds rows to a list and then removes itself. When that happens while it has the focus, the focus
 * moves to the first link of the first new row, or its first control, else to the button that replaced it, else to the
 * last row.
 * @param list its children are the rows
 * @returns a function to call when the button is pressed
 */
export function useFocusAdded(
  list: RefObject<HTMLElement | null>,
  { place, isLoading = false }: Options = {},
): () => void {
  /** How many rows there were when the button was pressed. */
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (before.current === undefined) return
    if (document.activeElement === document.body) {
      const added = controlOf(list.current?.children[before.current])
      const next = added ?? place?.current?.querySelector('button') ?? controlOf(list.current?.lastElementChild)
      next?.focus()
    }
    if (!isLoading) before.current = undefined
  })
  return () => {
    // Without rows there may be no list yet.
    before.current = list.current?.children.length ?? 0
  }
}

function controlOf(row: Element | null | undefined): HTMLElement | null | undefined {
  return row?.querySelector('a') ?? row?.querySelector<HTMLElement>('select:enabled, button:enabled')
}
