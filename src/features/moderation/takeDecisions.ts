import type { Media } from '#domain/media/media.ts'
import { decide } from '#src/pwa/decisions/decisions.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { Geste } from '#upload-queue/decisions/decision.ts'
import { deskName } from './deskItems.ts'

export interface Place {
  readonly evenementId: number
  readonly utilisateurId: number
  readonly fuseau: string | undefined
}

/** What an organiser does with media; `raison` only of a rejection. */
export interface MediaAction {
  readonly geste: Geste
  readonly raison?: string
}

/**
 * Stores an action on this device, from where it is sent after ten seconds (pwa/decisions/decisions.ts); a mark
 * (favori, couverture) is sent at once. Shows a toast when it cannot be stored.
 * @param onFailure called in that case; no decision of the action is kept
 */
export function takeDecisions(
  { evenementId, utilisateurId, fuseau }: Place,
  { geste, raison = '' }: MediaAction,
  medias: readonly Media[],
  onFailure?: () => void,
): void {
  const taken = medias.map((media) => ({
    mediaId: media.id,
    evenementId,
    geste,
    raison: geste === 'rejeter' ? raison : null,
    version: media.version,
    name: deskName(media, fuseau),
  }))
  decide(utilisateurId, taken).catch(() => {
    showToast({ type: 'error', title: "Cette décision n'a pas pu être gardée sur cet appareil. Réessayez." })
    onFailure?.()
  })
}
