/** Files from the share sheet rest here until their event is chosen; the queue keeps them after that. */
const cacheName = 'eclats-partage'
/** What nobody claimed by then is still where it was shared from. */
const keptMs = 24 * 3_600_000

const header = { name: 'X-File-Name', made: 'X-File-Made', kept: 'X-Kept-At' } as const

/**
 * Keeps shared files on the device, beside those that wait there already.
 * @throws when the device has no room for all of them; then none of them is kept
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

/** A file that waits for its event. */
export interface SharedFile {
  /** Where it rests on this device. */
  readonly path: string
  readonly file: File
}

/**
 * The files that wait for an event, in the order in which they came; those nobody claimed for a day are forgotten.
 * @param now milliseconds since 1970
 */
export async function readShared(now: number): Promise<SharedFile[]> {
  const cache = await caches.open(cacheName)
  const files: SharedFile[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response || now - Number(response.headers.get(header.kept)) > keptMs) await cache.delete(request)
    else files.push({ path: new URL(request.url).pathname, file: await fileOf(response) })
  }
  return files
}

/** Forgets files that are in the queue, or not wanted; what was shared since they were read stays. */
export async function forgetShared(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(paths.map((path) => cache.delete(path)))
}

/** Forgets all of them: their person leaves this device. */
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
