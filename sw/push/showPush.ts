import { readMessagePush } from '#domain/notification/push.ts'
import { typographie } from '#domain/texte/typographie.ts'

declare const self: ServiceWorkerGlobalScope

/** What a browser must show when it cannot be read: it takes the permission from an app that stays silent. */
const something = { titre: 'Éclats', corps: 'Il y a du nouveau.', adresse: '/notifications', etiquette: 'nouveau' }

/** Shows a pushed message; news of the same event take its place, and are heard again. */
export async function showPush(text: string): Promise<void> {
  const { titre, corps, adresse, etiquette } = readMessagePush(text) ?? something
  const options = { renotify: true, lang: 'fr', icon: '/icons/eclats-192.png', badge: '/icons/eclats-192.png' }
  await self.registration.showNotification(typographie(titre), {
    ...options,
    body: typographie(corps),
    tag: etiquette,
    data: { adresse },
  })
}
