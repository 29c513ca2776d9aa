import { useEffect } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { toasts } from './toastQueue.ts'

/**
 * Says that what is on screen could not be loaded (again), until it could or the screen is left.
 * @param failed whether the host refused; when it is silent the bar says it for the whole app
 * @param sentence the specified sentence, under the title "Erreur de chargement"
 */
export function useFailureToast(failed: boolean, sentence: string): void {
  useEffect(() => {
    if (!failed) return undefined
    const id = toasts.show({ type: 'error', title: phrases.erreurChargement, message: sentence })
    return () => toasts.withdraw(id)
  }, [failed, sentence])
}
