import { readUnread } from '#upload-queue/caches/unreadBadge.ts'
import { typographie } from '#domain/texte/typographie.ts'

declare const self: ServiceWorkerGlobalScope

const kinds = {
  envois: {
    tag: 'envois-en-attente',
    nouns: ['photo', 'vidéo'],
    place: 'sur ce téléphone',
    body: "Ouvrez Éclats pour finir l'envoi. Rien n'est perdu.",
    adresse: '/participant/envois',
  },
  decisions: {
    tag: 'decisions-en-attente',
    nouns: ['décision'],
    place: 'sur cet appareil',
    body: "Ouvrez Éclats pour les envoyer. Rien n'est perdu.",
    adresse: '/organizer/evenements',
  },
} as const

interface Remaining {
  /** How many the notification names: photos and videos, or decisions. */
  readonly counts: readonly number[]
  /** How many the badge counts. */
  readonly badge: number
}

/**
 * Badge on the app's icon, and a notification where the person allowed them: the system will not try again. The badge
 * counts unread notifications too, as the page does: nothing left to send does not clear them.
 */
export async function notifyRemaining(kind: keyof typeof kinds, { counts, badge }: Remaining): Promise<void> {
  const { tag, nouns, place, body, adresse } = kinds[kind]
  const total = counts.reduce((sum, count) => sum + count, 0)
  const figure = badge + (await readUnread().catch(() => 0))
  const shown = figure > 0 ? navigator.setAppBadge?.(figure) : navigator.clearAppBadge?.()
  await shown?.catch(() => {})
  if (total === 0 || Notification.permission !== 'granted') return
  const words = counts.flatMap((count, n) => (count > 0 ? `${count} ${nouns[n]}${count > 1 ? 's' : ''}` : []))
  const title = `${words.join(' et ')} ${total > 1 ? 'attendent' : 'attend'} ${place}`
  await self.registration.showNotification(typographie(title), {
    body: typographie(body),
    tag,
    data: { adresse },
  })
}
