import { useSyncExternalStore } from 'react'

/** What Chromium hands over instead of asking by itself; lib.dom does not know it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

/** Keeps the browser from asking at the door, and its question for later. Call once, as early as can be. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(isInstallPrompt(event) ? event : null)
  })
  addEventListener('appinstalled', () => keep(null))
}

/** Whether the browser would install the app now. */
export function useInstallable(): boolean {
  return useSyncExternalStore(subscribe, () => kept !== null)
}

/** Puts the browser's own question; it can be put once. @returns whether the person said yes */
export async function askToInstall(): Promise<boolean> {
  const question = kept
  keep(null)
  const answer = await question?.prompt()
  return answer?.outcome === 'accepted'
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

function keep(next: InstallPromptEvent | null): void {
  kept = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
