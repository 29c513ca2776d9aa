import { useLayoutEffect, useState } from 'react'

/** Events that end the press of a finger, a mouse button or a key. */
const releases = ['pointerup', 'pointercancel', 'keyup', 'blur']

/**
 * Whether a new part of the page may appear. A part that moves the page waits until nothing is pressed: the click would
 * hit what has moved below the finger.
 * @param movesPage whether it moves what is below it
 * @returns false while it has to wait; then true, also during later presses
 */
export function useMayAppear(movesPage: boolean): boolean {
  const [mayAppear, setMayAppear] = useState(() => !movesPage || document.querySelector(':active') === null)
  // Before the next event: the release must not be missed.
  useLayoutEffect(() => {
    if (mayAppear) return undefined
    const over = new AbortController()
    // The click comes after the release.
    const onRelease = () => setTimeout(() => setMayAppear(true))
    for (const name of releases) addEventListener(name, onRelease, { signal: over.signal })
    return () => over.abort()
  }, [mayAppear])
  return mayAppear
}
