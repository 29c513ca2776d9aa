import { useState } from 'react'
import { useNow } from '#src/ui/now/useNow.ts'
import { isSameDay } from '#src/ui/text/dates.ts'
import { serverTimeAt } from './serverClock.ts'

/** The server's current time in milliseconds since 1970, updated every 30 s: a phone's clock may be wrong. */
export function useServerNow(): number {
  return serverTimeAt(useNow())
}

/**
 * A time of the current day in a zone, by the server's clock: it changes at midnight alone, for what is computed from
 * it. Milliseconds since 1970.
 */
export function useServerDay(fuseau: string | undefined): number {
  const now = useServerNow()
  const [shown, setShown] = useState(now)
  if (isSameDay(now, shown, fuseau)) return shown
  setShown(now)
  return now
}
