import { useLayoutEffect, useState } from 'react'

const releases = ['pointerup', 'pointercancel', 'keyup', 'blur']

/**
 * Whether something new may appear. False while something is pressed, if it moves the page: the click would hit what is
 * below the finger afterwards. Stays true once it is.
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
