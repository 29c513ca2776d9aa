import { useLayoutEffect, useState } from 'react'

/** Content of the bar above a page on a phone. */
export interface PageBar {
  readonly title: string
  /** Path of the parent page; absent on the main pages, which show the logo. */
  readonly back: string | undefined
  /** The bar is transparent over a cover image. */
  readonly over: boolean
}

let bar: PageBar = { title: '', back: undefined, over: false }
const listeners = new Set<(bar: PageBar) => void>()

/** Called by the current page. */
export function setPageBar(next: PageBar): void {
  bar = next
  for (const listener of listeners) listener(next)
}

/** Used by the shell. Subscribes in a layout effect, as pages call `setPageBar`: no frame shows another page's bar. */
export function usePageBar(): PageBar {
  const [shown, setShown] = useState(bar)
  useLayoutEffect(() => {
    // The page's own layout effect ran before this one and set the bar without a listener.
    // oxlint-disable-next-line react/set-state-in-effect
    setShown(bar)
    listeners.add(setShown)
    return () => void listeners.delete(setShown)
  }, [])
  return shown
}
