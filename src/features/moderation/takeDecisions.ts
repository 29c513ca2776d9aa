import type { Media } from '#domain/media/media.ts'
import { decide } from '#src/pwa/decisions.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { Geste } from '#upload-queue/decisions/decision.ts'
import { deskName } from './deskItems.ts'

/** An organiser in one of their events. */
export interface Place {
  readonly evenementId: number
  readonly utilisateurId: number
  /** The event's zone. */
  readonly fuseau: string | undefined
}

/** What is done to media, and why. */
export interface Act {
  readonly geste: Geste
  readonly raison?: string
}

/**
 * Keeps an act on this device, from where it leaves; says so when it cannot be kept.
 * @param onFailure told then; nothing of the act stands
 */
export function takeDecisions(
  { evenementId, utilisateurId, fuseau }: Place,
  { geste, raison = '' }: Act,
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
