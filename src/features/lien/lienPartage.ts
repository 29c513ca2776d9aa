import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Whether this device hands links to other apps. */
export function canShareLien(): boolean {
  return 'share' in navigator
}

/** Puts the address of a link on the clipboard, and says so. */
export async function copyLien(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ type: 'success', title: 'Lien copié' })
  } catch {
    showToast({ type: 'error', title: "Le lien n'a pas pu être copié.", message: url })
  }
}

/** Hands a link to another app of the device; closing its list is an answer too. */
export async function shareLien({ titre, url }: { titre: string; url: string }): Promise<void> {
  try {
    await navigator.share({ title: titre, text: `Ajoutez vos photos à « ${titre} »`, url })
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return
    showToast({ type: 'error', title: "Le lien n'a pas pu être partagé.", message: url })
  }
}
