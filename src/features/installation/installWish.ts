const key = 'eclats.installation'
/** Whoever said no is left alone for three months. */
const quietMs = 90 * 86_400_000

/** Whether this device may be asked. @param now milliseconds since 1970 */
export function mayAsk(now: number): boolean {
  try {
    return now - Number(localStorage.getItem(key) ?? 0) > quietMs
  } catch {
    // Without a memory it would be asked at every visit.
    return false
  }
}

/** Remembers that it was answered. */
export function noteAsked(now: number): void {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // mayAsk says no then.
  }
}
