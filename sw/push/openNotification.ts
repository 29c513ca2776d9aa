import { isAppPath } from '#domain/contract/appPath.ts'
import type { OpenRequest } from '#upload-queue/messages.ts'

declare const self: ServiceWorkerGlobalScope

/** How long a page has to answer, in ms: one without the app's screens, or frozen by the system, never does. */
const answerMs = 1000

/**
 * Opens the page a notification leads to, in a window that is open already if there is one: by its own navigation; if
 * it does not answer, by loading the page there, which takes longer and loses what no draft keeps.
 */
export async function openNotification({ data }: Pick<Notification, 'data'>): Promise<void> {
  const wanted = (data as { adresse?: unknown } | null)?.adresse
  const path = isAppPath(wanted) ? wanted : '/'
  const [open] = await self.clients.matchAll({ type: 'window' })
  const page = open && (await isOpenedBy(open, path)) ? open : await open?.navigate(path).catch(() => null)
  // A click allows one of the two.
  if (page) await page.focus()
  else await self.clients.openWindow(path)
}

/** Asks a page to open a path by itself. */
function isOpenedBy(page: WindowClient, path: string): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>()
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => answer.resolve(true))
  port1.start()
  setTimeout(() => answer.resolve(false), answerMs)
  const message: OpenRequest = { type: 'app/open', path }
  page.postMessage(message, [port2])
  return answer.promise.finally(() => port1.close())
}
