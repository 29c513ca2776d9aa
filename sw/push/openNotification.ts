import { isAppPath } from '#domain/contract/appPath.ts'

declare const self: ServiceWorkerGlobalScope

/** Opens the page a notification leads to, in a window that is open already if there is one. */
export async function openNotification({ data }: Pick<Notification, 'data'>): Promise<void> {
  const wanted = (data as { adresse?: unknown } | null)?.adresse
  const path = isAppPath(wanted) ? wanted : '/'
  const [open] = await self.clients.matchAll({ type: 'window' })
  const page = await open?.navigate(path).catch(() => null)
  if (page) await page.focus()
  else await self.clients.openWindow(path)
}
