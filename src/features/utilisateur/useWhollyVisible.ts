import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls to the answer to a form when it appears: Enter in a field, or the key of a phone's keyboard, sends a form
 * whose end is below the screen.
 */
export function useWhollyVisible(sentence: string | undefined): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentence !== undefined) box.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence])
  return box
}
