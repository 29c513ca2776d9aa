import { useEffect } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { showToast } from './toastQueue.ts'

/**
 * Says once that what is on screen could not be loaded (again); without network the bar says it for all.
 * @param sentence the specified sentence, under the title "Erreur de chargement"
 */
export function useFailureToast(failed: boolean, sentence: string): void {
  useEffect(() => {
    if (failed && navigator.onLine) showToast({ type: 'error', title: phrases.erreurChargement, message: sentence })
  }, [failed, sentence])
}
