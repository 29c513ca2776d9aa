import { createStore, useSelector } from '@tanstack/react-store'

/** Result of the last call to our host. `navigator.onLine` is only a hint. */
export const reachable = createStore(true)

/** The host answered, with any status. */
export function noteAnswer(): void {
  reachable.setState(() => true)
}

/** No usable answer: no network, a captive portal, or a host that is down. */
export function noteNoAnswer(): void {
  reachable.setState(() => false)
}

/** Whether the last call reached our host. */
export function useReachable(): boolean {
  return useSelector(reachable)
}
