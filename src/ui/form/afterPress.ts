let isPressed = false
if ('addEventListener' in globalThis) {
  addEventListener('pointerdown', () => (isPressed = true), true)
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => (isPressed = false), true)
}

/**
 * Runs `change` after the current press ends: content that moves during a press makes the click miss its target.
 * @param change may move content; runs at once when nothing is pressed
 */
export function afterPress(change: () => void): void {
  if (!isPressed) return change()
  const over = new AbortController()
  const release = () => {
    over.abort()
    // Run after the click event.
    setTimeout(change)
  }
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, release, { signal: over.signal })
}
