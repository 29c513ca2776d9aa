import { isAppPath } from '#domain/contract/appPath.ts'
import { isOpenRequest } from '#upload-queue/messages.ts'

/**
 * Follows clicks on system notifications for which the service worker has chosen this page.
 * @param open called with the path that a notification leads to
 * @returns the unsubscribe function
 */
export function onNotificationClick(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listener = ({ data, ports }: MessageEvent<unknown>) => {
    if (!isOpenRequest(data) || !isAppPath(data.path)) return
    ports[0]?.postMessage(true)
    open(data.path)
  }
  navigator.serviceWorker.addEventListener('message', listener)
  return () => navigator.serviceWorker.removeEventListener('message', listener)
}
