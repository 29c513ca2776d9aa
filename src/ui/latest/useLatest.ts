import { useLayoutEffect, useRef, type RefObject } from 'react'

/** A ref that always holds the value of the latest render, for listeners that live longer than one. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
