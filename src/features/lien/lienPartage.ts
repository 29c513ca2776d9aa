import type { Lien } from '#domain/lien/lien.ts'
import { copyText } from '#src/ui/toast/copyText.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** An address as people read it. */
function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\//, '')
}

/** The address that goes on paper: the short one, when the link has it. */
export function printedAddress({ adresseCourte, url }: Pick<Lien, 'adresseCourte' | 'url'>): string {
  return withoutProtocol(adresseCourte ?? url)
}

export function canShareLien(): boolean {
  return 'share' in navigator
}

/** Copies the URL of a link to the clipboard and shows a toast. */
export function copyLien(url: string): Promise<void> {
  return copyText(url, { copied: { title: 'Lien copié' }, failed: { title: "Le lien n'a pas pu être copié." } })
}

/** Opens the share sheet for a link; closing it is not an error. */
export async function shareLien({ titre, url }: { titre: string; url: string }): Promise<void> {
  try {
    await navigator.share({ title: titre, text: `Ajoutez vos photos à « ${titre} »`, url })
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return
    showToast({ type: 'error', title: "Le lien n'a pas pu être partagé.", message: url })
  }
}
