import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import type { SignOutReason } from '#src/api/session.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/**
 * A guest who is signed out comes back by a link alone, and not at all once the organiser has ended the participation or
 * the guest's data are deleted.
 */
export function showGuestSignOutToast(reason: SignOutReason): void {
  if (reason === 'ended') showToast({ type: 'warning', title: sessionErrors['session.participation_terminee'].message })
  if (reason === 'erased') showToast({ type: 'warning', title: sessionErrors['session.donnees_supprimees'].message })
  if (reason === 'expired')
    showToast({
      type: 'warning',
      title: "L'événement s'est fermé sur cet appareil",
      message: "Entrez de nouveau par le lien de l'événement.",
    })
}
