/** Stores files from the share sheet until the user has chosen an event; then they move to the queue. */
const cacheName = 'eclats-partage'
/** Expires files without an event. They still exist in the app that shared them. */
const sharedFileLifeMs = 24 * 3_600_000

const header = { name: 'X-File-Name', made: 'X-File-Made', kept: 'X-Kept-At' } as const

/**
 * Stores shared files in addition to those already stored.
 * @throws when the device has not enough storage; then none of the files is kept
 */
export async function keepShared(files: readonly File[], now: number): Promise<void> {
  const cache = await caches.open(cacheName)
  const paths: string[] = []
  try {
    for (const file of files) {
      const path = `/partage/${crypto.randomUUID()}`
      paths.push(path)
      const headers = {
        'Content-Type': file.type,
        [header.name]: encodeURIComponent(file.name),
        [header.made]: String(file.lastModified),
        [header.kept]: String(now),
      }
      await cache.put(path, new Response(file, { headers }))
    }
  } catch (error) {
    await Promise.all(paths.map((path) => cache.delete(path)))
    throw error
  }
}

export interface SharedFile {
  readonly path: string
  readonly file: File
}

/**
 * Returns the files without an event, oldest first. Deletes files older than a day.
 * @param now milliseconds since 1970
 */
export async function readShared(now: number): Promise<SharedFile[]> {
  const cache = await caches.open(cacheName)
  const files: SharedFile[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response || now - Number(response.headers.get(header.kept)) > sharedFileLifeMs) await cache.delete(request)
    else files.push({ path: new URL(request.url).pathname, file: await fileOf(response) })
  }
  return files
}

/** Deletes files that were queued or discarded. Files shared after the last read stay. */
export async function forgetShared(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(paths.map((path) => cache.delete(path)))
}

/** Deletes all shared files when their person logs out and discards them. */
export async function dropShared(): Promise<void> {
  await caches.delete(cacheName)
}

async function fileOf(response: Response): Promise<File> {
  const { headers } = response
  const name = decodeURIComponent(headers.get(header.name) ?? '')
  return new File([await response.blob()], name, {
    type: headers.get('Content-Type') ?? '',
    lastModified: Number(headers.get(header.made)),
  })
}
