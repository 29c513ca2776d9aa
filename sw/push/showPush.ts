import { readMessagePush } from '#domain/notification/push.ts'
import { typographie } from '#domain/texte/typographie.ts'

declare const self: ServiceWorkerGlobalScope

/** Shown when a message cannot be parsed: a browser revokes the permission of an app that shows nothing. */
const something = { titre: 'Éclats', corps: 'Il y a du nouveau.', adresse: '/notifications', etiquette: 'nouveau' }

/** Shows a pushed message; a later one of the same event replaces it and alerts again. */
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
