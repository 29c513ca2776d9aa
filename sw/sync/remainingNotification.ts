import { readUnread } from '#upload-queue/unreadBadge.ts'
import { typographie } from '#domain/texte/typographie.ts'

declare const self: ServiceWorkerGlobalScope

const plural = new Intl.PluralRules('fr-FR')
const kinds = {
  envois: {
    tag: 'envois-en-attente',
    nouns: ['photo attend sur ce téléphone', 'photos attendent sur ce téléphone'],
    body: "Ouvrez Éclats pour finir l'envoi. Rien n'est perdu.",
    adresse: '/participant/envois',
  },
  decisions: {
    tag: 'decisions-en-attente',
    nouns: ['décision attend sur cet appareil', 'décisions attendent sur cet appareil'],
    body: "Ouvrez Éclats pour les envoyer. Rien n'est perdu.",
    adresse: '/organizer/evenements',
  },
} as const

/**
 * Badge on the app's icon, and a notification where the person allowed them: the system will not try again. The badge
 * counts unread notifications too, as the page does: nothing left to send does not clear them.
 */
export async function notifyRemaining(kind: keyof typeof kinds, count: number): Promise<void> {
  const { tag, nouns, body, adresse } = kinds[kind]
  const figure = count + (await readUnread().catch(() => 0))
  const badge = figure > 0 ? navigator.setAppBadge?.(figure) : navigator.clearAppBadge?.()
  await badge?.catch(() => {})
  if (count === 0 || Notification.permission !== 'granted') return
  const noun = nouns[plural.select(count) === 'one' ? 0 : 1]
  await self.registration.showNotification(typographie(`${count} ${noun}`), {
    body: typographie(body),
    tag,
    data: { adresse },
  })
}
