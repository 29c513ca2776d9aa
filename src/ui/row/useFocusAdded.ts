import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Options {
  /** The button and what may replace it. */
  place?: RefObject<HTMLElement | null>
  /** The rows are still loading. */
  isLoading?: boolean
}

/**
 * For a button that adds rows to a list and then removes itself. When that happens while it has the focus, the focus
 * moves to the first link of the first new row, or its first control, else to the button that replaced it.
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
      const row = list.current?.children[before.current]
      const added = row?.querySelector('a') ?? row?.querySelector<HTMLElement>('select:enabled, button:enabled')
      const next = added ?? place?.current?.querySelector('button')
      next?.focus()
    }
    if (!isLoading) before.current = undefined
  })
  return () => {
    before.current = list.current?.children.length
  }
}
