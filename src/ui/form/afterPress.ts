let isPressed = false
if ('addEventListener' in globalThis) {
  addEventListener('pointerdown', () => (isPressed = true), true)
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => (isPressed = false), true)
}

/**
 * Does something once no finger or button is down: what moves under a press takes it away from what was pressed.
 * @param change what may move things on the page; runs at once when nothing is pressed
 */
export function afterPress(change: () => void): void {
  if (!isPressed) return change()
  const over = new AbortController()
  const release = () => {
    over.abort()
    // The click comes first.
    setTimeout(change)
  }
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, release, { signal: over.signal })
}
