import { useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { saveFormInput } from './restoreFormInput.ts'

interface Props {
  /** The prerendered HTML, shown until the app is rendered. */
  before: HTMLElement
  /** Detached element into which the app is rendered. */
  place: HTMLElement
  children: ReactNode
}

/**
 * Replaces the prerendered HTML by the app once it is rendered completely, and restores form input. Rendering into a
 * detached element can be concurrent; when layout effects measure, the app is in the document.
 */
export function SwapPrerendered({ before, place, children }: Props) {
  const restoreInput = useRef<(place: HTMLElement) => void>(undefined)
  useInsertionEffect(() => {
    restoreInput.current = saveFormInput(before)
    before.replaceWith(place)
  }, [before, place])
  useLayoutEffect(() => restoreInput.current?.(place), [place])
  return children
}
