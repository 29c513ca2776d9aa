/** The page stores its part of the app badge here for the service worker, which has no session. */
const cacheName = 'eclats-badge'
const path = '/badge/non-lues'

/** Stores the number of unread notifications. If storing fails, the badge shows only the worker's own count. */
export async function keepUnread(count: number): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(path, new Response(String(count)))
}

/** Number of unread notifications when the page last stored it; 0 when it never did. */
export async function readUnread(): Promise<number> {
  const kept = await caches.match(path, { cacheName })
  return kept === undefined ? 0 : Number(await kept.text())
}

/** Deletes the count when its person logs out. */
export async function dropUnread(): Promise<void> {
  await caches.delete(cacheName)
}
