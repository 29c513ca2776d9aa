import { pictureCacheName } from '#upload-queue/caches/pictureCacheName.ts'
import { type Picture, pictureOf } from './pictureKey.ts'

/** Limits of one person's pictures: count and bytes; checked at a worker's first new picture and every so many more. */
export const pictureLimits = { entries: 2000, bytes: 200 * 1024 * 1024, every: 50 } as const

/** Used since this worker started: evicted last. */
const seen = new Set<string>()
let kept = 0
/** How often the pictures of each person were deleted since this worker started. */
const wipes = new Map<number, number>()

/**
 * Answers a small picture from the cache, else from the network; offline and unknown is a plain network error.
 * @param keepAlive holds the worker until a picture is stored
 */
export async function answerPicture(request: Request, keepAlive: (work: Promise<void>) => void): Promise<Response> {
  const picture = pictureOf(new URL(request.url))
  if (!picture) return fetch(request)
  const key = keyOf(picture)
  const name = pictureCacheName(picture.utilisateurId)
  const cached = await caches.match(key, { cacheName: name })
  if (cached) {
    seen.add(key)
    return cached
  }
  // The network may be back before the page has a signature: the server would refuse the request.
  if (picture.isOffline) return Response.error()
  const { utilisateurId } = picture
  const wipesBefore = wipes.get(utilisateurId)
  const response = await fetch(request)
  // After a logout no picture of the person is stored.
  const isWanted = () => wipes.get(utilisateurId) === wipesBefore
  if (isKeepable(response) && isWanted()) keepAlive(keep(name, key, { response: response.clone(), isWanted }))
  return response
}

/** Deletes every picture of one person, at logout. */
export async function wipePictures(utilisateurId: number): Promise<void> {
  wipes.set(utilisateurId, (wipes.get(utilisateurId) ?? 0) + 1)
  await caches.delete(pictureCacheName(utilisateurId))
}

function keyOf({ mediaId, variante }: Picture): string {
  return `/images/${mediaId}/${variante}`
}

function isKeepable(response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? ''
  return response.status === 200 && type.startsWith('image/')
}

async function keep(
  name: string,
  key: string,
  { response, isWanted }: { response: Response; isWanted: () => boolean },
): Promise<void> {
  const cache = await caches.open(name)
  // The disk is full: the picture was shown, it is only not cached.
  await cache.put(key, response).catch(() => {})
  if (!isWanted()) {
    await caches.delete(name)
    return
  }
  // The browser stops a worker after some seconds: counted from each start, the limits would never be checked.
  if (kept % pictureLimits.every === 0) await trim(cache)
  kept += 1
}

/** Evicts the oldest pictures, recently used ones last. */
export async function trim(cache: Cache, limits: { entries: number; bytes: number } = pictureLimits): Promise<void> {
  const keys = await cache.keys()
  const sized = await Promise.all(keys.map(async (request) => ({ request, bytes: await bytesOf(cache, request) })))
  let bytes = sized.reduce((sum, entry) => sum + entry.bytes, 0)
  let entries = sized.length
  const oldestFirst = [...sized.filter((entry) => !isSeen(entry)), ...sized.filter(isSeen)]
  for (const entry of oldestFirst) {
    if (entries <= limits.entries && bytes <= limits.bytes) return
    await cache.delete(entry.request)
    entries -= 1
    bytes -= entry.bytes
  }
}

function isSeen({ request }: { request: Request }): boolean {
  return seen.has(new URL(request.url).pathname)
}

async function bytesOf(cache: Cache, request: Request): Promise<number> {
  const length = (await cache.match(request))?.headers.get('Content-Length')
  return Number(length ?? 0)
}
