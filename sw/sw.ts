import { cleanupOutdatedCaches } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { publicPages } from '#domain/contract/publicPages.ts'
import { sharePath, sharedField, sharedPage } from '#domain/contract/sharePath.ts'
import { isWorkerMessage } from '#upload-queue/messages.ts'
import { dropExpiredShared, keepShared } from '#upload-queue/caches/sharedFiles.ts'
import { type AppFile, keepAppFiles } from './cache/appFiles.ts'
import { answerPicture, wipePictures } from './cache/pictureCache.ts'
import { pictureOf } from './cache/pictureKey.ts'
import { openNotification } from './push/openNotification.ts'
import { showPush } from './push/showPush.ts'
import { isDecisionTag, sendDecisionsOnSync } from './sync/decideOnSync.ts'
import { drainOnSync, drainQuietly } from './sync/drainOnSync.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] }

// Routes answer GET alone: no other request passes through this worker (Safari would empty its body), but what the
// system's share sheet sends, which no server ever sees.
cleanupOutdatedCaches()
const app = keepAppFiles(self, self.__WB_MANIFEST)
if (import.meta.env.PROD) {
  for (const [path, file] of Object.entries(publicPages)) {
    registerRoute(
      ({ request, url }) => request.mode === 'navigate' && url.pathname === path && showsAsBuilt(url.searchParams),
      app.page(`/${file}`),
    )
  }
  registerRoute(new NavigationRoute(app.page('/index.html'), { denylist: [/^\/api\//, /^\/demo\//] }))
}
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && !request.headers.has('Range') && pictureOf(url) !== null,
  ({ request, event }) => answerPicture(request, (work) => event.waitUntil(work)),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === sharePath,
  ({ request }) => receiveShare(request),
  'POST',
)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (!isWorkerMessage(message)) return
  // A new version is activated only when the person accepts it.
  if (message.type === 'app/activate') event.waitUntil(self.skipWaiting())
  // Each start of a page asks, and asks again when a file failed, or photos were being sent.
  if (message.type === 'app/keep') {
    event.waitUntil(
      app.keepRest().then(
        () => answer(event, true),
        () => answer(event, false),
      ),
    )
    event.waitUntil(dropExpiredShared(Date.now()).catch(() => undefined))
  }
  if (message.type === 'pictures/wipe') event.waitUntil(wipePictures(message.utilisateurId))
})

self.addEventListener('sync', (event) =>
  event.waitUntil(isDecisionTag(event.tag) ? sendDecisionsOnSync(event) : drainOnSync(event)),
)
self.addEventListener('periodicsync', (event) => event.waitUntil(drainQuietly()))
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(event.notification))
})

/**
 * Whether the app shows the page of the build: with `redirect` it has other content (server/http/pagesWithRedirect.ts),
 * and the installed app opens the area of a signed-in person.
 */
function showsAsBuilt(search: URLSearchParams): boolean {
  return !search.has('redirect') && search.get('source') !== 'installation'
}

function answer(event: ExtendableMessageEvent, isDone: boolean): void {
  event.ports[0]?.postMessage(isDone)
}

/** Receives files from the system's share sheet, also offline, and opens the page that asks for their event. */
async function receiveShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll(sharedField).filter((value) => value instanceof File)
    await keepShared(files, Date.now())
    return Response.redirect(sharedPage, 303)
  } catch {
    // No space, or an interrupted body: no file is stored, and the page shows the failure.
    return Response.redirect(`${sharedPage}?echec=1`, 303)
  }
}
