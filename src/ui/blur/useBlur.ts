import { useEffect, useState } from 'react'
import { blurOf, madeBlur } from './blurOf.ts'

/** Previews that are still to be made, in the order in which they were asked for. */
const waiting = new Set<() => void>()

function makeNext(): void {
  const [next] = waiting
  if (next === undefined) return
  waiting.delete(next)
  next()
  if (waiting.size > 0) setTimeout(makeNext)
}

/**
 * A blurred preview for one of many pictures: each is made in a piece of work of its own, so that a screen full of them
 * holds nothing up, and none for a picture that was there first.
 * @param isNeeded whether the picture is still on its way
 * @returns a data address once it is made; undefined before, and when the hash is missing or broken
 */
export function useBlur(thumbhash: string | null, isNeeded: boolean): string | undefined {
  const [, setMade] = useState<string>()
  useEffect(() => {
    if (thumbhash === null || !isNeeded || madeBlur(thumbhash) !== undefined) return undefined
    const make = () => {
      blurOf(thumbhash)
      setMade(thumbhash)
    }
    if (waiting.size === 0) setTimeout(makeNext)
    waiting.add(make)
    return () => void waiting.delete(make)
  }, [thumbhash, isNeeded])
  return madeBlur(thumbhash)
}
