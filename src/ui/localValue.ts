/** The text that this device remembers under a key; null when there is none or the browser forbids it. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Remembers a text on this device, or forgets it with null.
 * @returns whether it is remembered: a full or forbidden storage keeps nothing
 */
export function writeLocal(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
