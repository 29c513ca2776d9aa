import { useLayoutEffect, useState } from 'react'

/** What the bar above a page shows on a phone. */
export interface PageBar {
  readonly title: string
  /** Path of the page above; absent on the main pages, where the logo stands. */
  readonly back: string | undefined
  /** The bar lies transparent over a cover. */
  readonly over: boolean
  /** The page fades out under its floating main action. */
  readonly docked: boolean
}

let bar: PageBar = { title: '', back: undefined, over: false, docked: false }
const listeners = new Set<(bar: PageBar) => void>()

/** Set by the page that is on screen. */
export function setPageBar(next: PageBar): void {
  bar = next
  for (const listener of listeners) listener(next)
}

/** Read by the shell. Heard from the first layout on, as a page sets it there: no frame shows another page's bar. */
export function usePageBar(): PageBar {
  const [shown, setShown] = useState(bar)
  useLayoutEffect(() => {
    // What the page below has just set, before there was anybody to hear it.
    // oxlint-disable-next-line react/set-state-in-effect
    setShown(bar)
    listeners.add(setShown)
    return () => void listeners.delete(setShown)
  }, [])
  return shown
}
