const key = 'eclats.installation'
/** Pause before asking again after an answer: three months. */
const quietMs = 90 * 86_400_000

/** Whether this device can be asked. @param now milliseconds since 1970 */
export function mayAsk(now: number): boolean {
  try {
    return now - Number(localStorage.getItem(key) ?? 0) > quietMs
  } catch {
    // Without storage the question would appear at every visit.
    return false
  }
}

export function noteAsked(now: number): void {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // Without storage, `mayAsk` returns false.
  }
}
