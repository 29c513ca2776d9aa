import { useLayoutEffect, useRef, type RefObject } from 'react'

/** A ref to the value of the latest render, for listeners that outlive a render. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
