import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isWorkerMessage } from '#upload-queue/messages.ts'
import { answerPicture, wipePictures } from './cache/pictureCache.ts'
import { pictureOf } from './cache/pictureKey.ts'
import { drainOnSync, drainQuietly } from './sync/drainOnSync.ts'
import { openEnvois } from './sync/leftOver.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// Routes answer GET alone: no other request ever passes through this worker (Safari would empty its body).
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
if (import.meta.env.PROD) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//, /^\/demo\//] }))
}
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && !request.headers.has('Range') && pictureOf(url) !== null,
  ({ request, event }) => answerPicture(request, (work) => event.waitUntil(work)),
)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (!isWorkerMessage(message)) return
  // A new version takes over when the person says so, and only then.
  if (message.type === 'app/activate') event.waitUntil(self.skipWaiting())
  if (message.type === 'pictures/wipe') event.waitUntil(wipePictures(message.utilisateurId))
})

self.addEventListener('sync', (event) => event.waitUntil(drainOnSync(event)))
self.addEventListener('periodicsync', (event) => event.waitUntil(drainQuietly()))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openEnvois())
})
