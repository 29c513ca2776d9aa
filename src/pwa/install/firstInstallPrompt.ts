let first: Event | null = null
let take = (event: Event) => {
  first = event
}

/**
 * Suppresses the browser's install prompts. Called by the page's first script: only a listener that is there before
 * a prompt can suppress it.
 */
export function suppressInstallPrompts(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    take(event)
  })
}

/** Gives each suppressed install prompt to `next`, also one that came before this call. */
export function followInstallPrompts(next: (event: Event) => void): void {
  if (first !== null) next(first)
  first = null
  take = next
}
