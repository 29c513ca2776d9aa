import { useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { takeTyped } from './typedBefore.ts'

interface Props {
  /** What stands there until the app does. */
  before: HTMLElement
  /** Where the app is drawn, out of sight. */
  place: HTMLElement
  children: ReactNode
}

/**
 * Puts the app into the page once it is drawn whole, with what was typed meanwhile. Drawn out of sight it may take its
 * time in small pieces; what measures itself in its first effect already stands in the page.
 */
export function Standing({ before, place, children }: Props) {
  const giveBack = useRef<(place: HTMLElement) => void>(undefined)
  useInsertionEffect(() => {
    giveBack.current = takeTyped(before)
    before.replaceWith(place)
  }, [before, place])
  useLayoutEffect(() => giveBack.current?.(place), [place])
  return children
}
