import { useEffect, useRef } from 'react'

/**
 * Gives the focus to the page's content when a part that held it is removed.
 * @param shown whether the part is shown
 */
export function useFocusAfter(shown: boolean): void {
  const wasShown = useRef(shown)
  useEffect(() => {
    const isRemoved = wasShown.current && !shown
    wasShown.current = shown
    if (isRemoved && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#contenu')?.focus({ preventScroll: true })
  }, [shown])
}
