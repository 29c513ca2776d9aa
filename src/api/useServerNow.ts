import { useState } from 'react'
import { useNow } from '#src/ui/now/useNow.ts'
import { isSameDay } from '#src/ui/text/dates.ts'
import { serverTimeAt } from './serverClock.ts'

/** The server's current time in milliseconds since 1970, updated every 30 s: a phone's clock may be wrong. */
export function useServerNow(): number {
  return serverTimeAt(useNow())
}

/**
 * A time within the current day of a zone, by the server's clock, in milliseconds since 1970. It changes only at
 * midnight, so that what depends on it is computed once a day.
 */
export function useServerDay(fuseau: string | undefined): number {
  const now = useServerNow()
  const [shown, setShown] = useState(now)
  if (isSameDay(now, shown, fuseau)) return shown
  setShown(now)
  return now
}
