type Area = 'localStorage' | 'sessionStorage'

/** The value stored as JSON under a key; null when there is none, it is damaged, or storage is forbidden. */
export function readJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value as JSON; null removes it. Nothing happens when storage is full or forbidden. */
export function writeJson(area: Area, key: string, value: unknown): void {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, JSON.stringify(value))
  } catch {
    // What is stored here spares the person a step, and no photo depends on it.
  }
}
