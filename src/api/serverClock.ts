const key = 'eclats.horloge'
/** Smaller differences come from the way, and from a header that counts in seconds. */
const noticeableMs = 5000

/** How far the host's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0

/** Takes the host's time from the `Date` header of an answer, when it has one. */
export function noteServerDate(header: string | null): void {
  const said = Date.parse(header ?? '')
  if (Number.isNaN(said)) return
  const ahead = said - Date.now()
  if (Math.abs(ahead - aheadMs) < noticeableMs) return
  aheadMs = ahead
  try {
    sessionStorage.setItem(key, String(ahead))
  } catch {
    // After a reload the device's own clock serves until the first answer.
  }
}

/** Brings back what this tab knew of the host's clock. */
export function restoreServerClock(): void {
  try {
    aheadMs = Number(sessionStorage.getItem(key)) || 0
  } catch {
    aheadMs = 0
  }
}

/** Now by the host's clock, in milliseconds since 1970: the one that decides when a token ends. A phone's may be wrong. */
export function serverNow(): number {
  return Date.now() + aheadMs
}

/** The same as an ISO 8601 instant in UTC. */
export function serverNowIso(): string {
  return new Date(serverNow()).toISOString()
}
