import { useEffect } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { toasts } from './toastQueue.ts'

/**
 * Shows an error toast while the data on screen cannot be reloaded; removed on success or on unmount.
 * @param failed whether the server answered with an error; when it does not answer, the offline bar shows that for the
 * whole app
 * @param sentence the specified sentence, under the title "Erreur de chargement"
 */
export function useFailureToast(failed: boolean, sentence: string): void {
  useEffect(() => {
    if (!failed) return undefined
    const id = toasts.show({ type: 'error', title: phrases.erreurChargement, message: sentence })
    return () => toasts.withdraw(id)
  }, [failed, sentence])
}
