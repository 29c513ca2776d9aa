import { useEffect, useState } from 'react'
import { blurOf, madeBlur } from './blurOf.ts'

/** Previews still to be made, in request order. */
const waiting = new Set<() => void>()

function makeNext(): void {
  const [next] = waiting
  if (next === undefined) return
  waiting.delete(next)
  next()
  if (waiting.size > 0) setTimeout(makeNext)
}

/**
 * A blurred preview for one of many pictures. Each preview is made in its own task, so that a screen full of them does
 * not block the main thread; none is made for a picture that has loaded first.
 * @param isNeeded whether the picture is still loading
 * @returns a data URL once it is made; undefined before, and when the hash is missing or invalid
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
