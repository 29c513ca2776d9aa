const key = 'eclats.horloge'
/** Ignore smaller differences: they come from latency and from the header's resolution of one second. */
const toleranceMs = 5000

/** How far the server's clock is ahead of the device's, in milliseconds. */
let aheadMs = 0

/** Reads the server's time from the `Date` header, if present. */
export function noteServerDate(header: string | null): void {
  const serverTime = Date.parse(header ?? '')
  if (Number.isNaN(serverTime)) return
  const ahead = serverTime - Date.now()
  if (Math.abs(ahead - aheadMs) < toleranceMs) return
  aheadMs = ahead
  try {
    sessionStorage.setItem(key, String(ahead))
  } catch {
    // Without storage, the device's clock is used after a reload until the first answer.
  }
}

/** Restores the clock difference stored in this tab. */
export function restoreServerClock(): void {
  try {
    aheadMs = Number(sessionStorage.getItem(key)) || 0
  } catch {
    aheadMs = 0
  }
}

/** The server's current time, in milliseconds since 1970. Use it for token expiry: a phone's clock may be wrong. */
export function serverNow(): number {
  return serverTimeAt(Date.now())
}

/** The server's time when the device's clock shows `now`. Both in milliseconds since 1970. */
export function serverTimeAt(now: number): number {
  return now + aheadMs
}

/** `serverNow` as an ISO 8601 instant in UTC. */
export function serverNowIso(): string {
  return new Date(serverNow()).toISOString()
}
