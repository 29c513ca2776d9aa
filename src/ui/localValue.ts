/** The text stored under a key in localStorage; null when there is none or storage is forbidden. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text in localStorage; null removes it.
 * @returns whether it is stored: false when storage is full or forbidden
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
