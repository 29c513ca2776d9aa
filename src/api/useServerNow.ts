import { useNow } from '#src/ui/now/useNow.ts'
import { serverTimeAt } from './serverClock.ts'

/** The server's current time in milliseconds since 1970, updated every 30 s: a phone's clock may be wrong. */
export function useServerNow(): number {
  return serverTimeAt(useNow())
}
