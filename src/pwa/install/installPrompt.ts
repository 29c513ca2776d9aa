import { createStore, useSelector } from '@tanstack/react-store'
import { followInstallPrompts } from './firstInstallPrompt.ts'

/** Chromium's BeforeInstallPromptEvent; lib.dom has no type for it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const deferredPrompt = createStore<InstallPromptEvent | null>(null)

/** Keeps the browser's suppressed install prompt for later. Call once. */
export function keepInstallPrompt(): void {
  followInstallPrompts((event) => setPrompt(isInstallPrompt(event) ? event : null))
  addEventListener('appinstalled', () => setPrompt(null))
}

/** Whether the browser can install the app now. */
export function useInstallable(): boolean {
  return useSelector(deferredPrompt, (prompt) => prompt !== null)
}

/** Shows the browser's install prompt, which can be used only once. @returns whether the person accepted */
export async function promptInstall(): Promise<boolean> {
  const prompt = deferredPrompt.get()
  setPrompt(null)
  const answer = await prompt?.prompt()
  return answer?.outcome === 'accepted'
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

function setPrompt(next: InstallPromptEvent | null): void {
  deferredPrompt.setState(() => next)
}
