/** Where the page leaves its part of the figure on the app's icon for the worker, which has no session to ask with. */
const cacheName = 'eclats-badge'
const path = '/badge/non-lues'

/** Keeps how many notifications are unread. A device that cannot keep it shows the worker's own figure alone. */
export async function keepUnread(count: number): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(path, new Response(String(count)))
}

/** How many notifications were unread when the page last said so; 0 when it never did. */
export async function readUnread(): Promise<number> {
  const kept = await caches.match(path, { cacheName })
  return kept === undefined ? 0 : Number(await kept.text())
}

/** Forgets the figure: its person leaves this device. */
export async function dropUnread(): Promise<void> {
  await caches.delete(cacheName)
}
