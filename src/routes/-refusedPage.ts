import { sharedPage } from '#domain/contract/sharePath.ts'
import { isEntrance } from '#src/api/redirect.ts'
import { currentSession } from '#src/api/session.ts'
import { refuseShare } from '#src/features/envoi/refuseShare.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Pages that a mailed link or a code opens. Mail about a changed password or login links to the forgotten password. */
const openedByLink: ReadonlySet<string> = new Set(['/forgot-password', '/reset-password', '/restaurer', '/reprendre'])

/** Says why a page does not open for a person's role, when they opened a mailed invitation or shared files. */
export async function explainRole(href: string, utilisateurId: number): Promise<void> {
  // Without network this page loads late. Another person may have signed in since, and shared files.
  if (currentSession()?.utilisateur.id !== utilisateurId) return
  if (isEntrance(href))
    showToast({
      type: 'warning',
      title: "Cette invitation s'ouvre avec un compte participant.",
      message: "Déconnectez-vous, puis ouvrez-la à nouveau depuis l'e-mail.",
    })
  if (pathOf(href) === sharedPage) await refuseShare(utilisateurId)
}

/** Says why a mailed link does not open while a person is signed in. */
export function explainSession(href: string): void {
  if (openedByLink.has(pathOf(href)))
    showToast({
      type: 'warning',
      title: 'Vous êtes déjà connecté(e) sur cet appareil.',
      message: 'Déconnectez-vous, puis ouvrez à nouveau le lien.',
    })
}

function pathOf(href: string): string {
  return new URL(href, location.origin).pathname
}
