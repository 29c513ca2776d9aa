import { dayMs } from '#domain/contract/durations.ts'

/**
 * Stores files from the share sheet until the user has chosen an event; then they move to the queue. The service worker
 * that receives them does not know who is signed in: they belong to the first person who reads them, and other people on
 * this device never see them.
 */
const cacheName = 'eclats-partage'
/** Id of the owner under the path of each file that was read. */
const ownerCacheName = 'eclats-partage-proprietaires'
/** Expires files without an event. They still exist in the app that shared them. */
const sharedFileLifeMs = dayMs

const header = { name: 'X-File-Name', made: 'X-File-Made', kept: 'X-Kept-At' } as const

/**
 * Stores shared files in addition to those already stored, and deletes those that are older than a day.
 * @param now milliseconds since 1970
 * @throws when the device has not enough storage; then none of the files is kept
 */
export async function keepShared(files: readonly File[], now: number): Promise<void> {
  // Their bytes count towards the storage that the new ones need.
  await dropExpiredShared(now).catch(() => undefined)
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

export interface SharedFiles {
  /** Oldest first. */
  readonly files: readonly SharedFile[]
  /** How many others cannot be read on this device. */
  readonly unreadable: number
}

/**
 * Returns the files without an event of a person, and makes those without an owner theirs. Deletes the files of all
 * people that are older than a day.
 * @param now milliseconds since 1970
 */
export async function readShared({ now, ownerId }: { now: number; ownerId: number }): Promise<SharedFiles> {
  // Those that cannot be deleted now are left out.
  await dropExpiredShared(now).catch(() => undefined)
  const files: SharedFile[] = []
  let unreadable = 0
  for (const { path, response, owner, ...stored } of await storedFiles()) {
    if (isExpired(stored, now)) continue
    // When the phone's storage is full, the owner cannot be stored: the file is shown without one.
    if (owner === null) await claim(path, ownerId).catch(() => undefined)
    if (owner !== null && owner !== ownerId) continue
    const file = await fileOf(response).catch(() => null)
    if (file === null) unreadable += 1
    else files.push({ path, file })
  }
  return { files, unreadable }
}

/**
 * Makes the files without an owner those of a person, whose session has ended before they opened the files' page.
 * @param until the end of the session, milliseconds since 1970: files shared later may be those of the next person
 */
export async function claimShared(ownerId: number, until: number): Promise<void> {
  for (const { path, keptAt, owner } of await storedFiles()) {
    if (owner === null && keptAt <= until) await claim(path, ownerId)
  }
}

/** Ids of the owners of the shared files on this device. */
export async function ownersOfShared(): Promise<Set<number>> {
  const owners = (await storedFiles()).map(({ owner }) => owner)
  return new Set(owners.filter((owner) => owner !== null))
}

/** Gives the files of one person to another: a guest has become a part of an account. */
export async function giveShared(from: number, to: number): Promise<void> {
  for (const { path, owner } of await storedFiles()) if (owner === from) await claim(path, to)
}

/** Deletes files that were queued or discarded. Files shared after the last read stay. */
export async function forgetShared(paths: readonly string[]): Promise<void> {
  const [cache, owners] = [await caches.open(cacheName), await caches.open(ownerCacheName)]
  // The owner last: a file without an owner would belong to the next person.
  await Promise.all(paths.map((path) => cache.delete(path)))
  await Promise.all(paths.map((path) => owners.delete(path)))
}

/**
 * Deletes the files of a person who logs out, and those without an owner.
 * @param until the logout, milliseconds since 1970: files without an owner that were shared later stay
 */
export async function dropShared(ownerId: number, until: number): Promise<void> {
  const dropped = (await storedFiles()).filter(
    ({ keptAt, owner }) => owner === ownerId || (owner === null && keptAt <= until),
  )
  await forgetShared(dropped.map(({ path }) => path))
}

/** Deletes the files of all people that are older than a day. @param now milliseconds since 1970 */
export async function dropExpiredShared(now: number): Promise<void> {
  const expired = (await storedFiles()).filter((stored) => isExpired(stored, now))
  await forgetShared(expired.map(({ path }) => path))
}

interface StoredFile {
  readonly path: string
  readonly response: Response
  /** When it was shared, milliseconds since 1970. */
  readonly keptAt: number
  /** Id of its owner; null when it has none. */
  readonly owner: number | null
}

function isExpired({ keptAt }: Pick<StoredFile, 'keptAt'>, now: number): boolean {
  return now - keptAt > sharedFileLifeMs
}

/** All files that are stored, oldest first. */
async function storedFiles(): Promise<StoredFile[]> {
  const [cache, owners] = [await caches.open(cacheName), await caches.open(ownerCacheName)]
  const files: StoredFile[] = []
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname
    const [response, owner] = await Promise.all([cache.match(path), owners.match(path)])
    // Otherwise it was deleted since.
    if (!response) continue
    const keptAt = Number(response.headers.get(header.kept))
    files.push({ path, response, keptAt, owner: owner ? Number(await owner.text()) : null })
  }
  return files
}

/** @throws when the device has not enough storage */
async function claim(path: string, ownerId: number): Promise<void> {
  await (await caches.open(ownerCacheName)).put(path, new Response(String(ownerId)))
}

async function fileOf(response: Response): Promise<File> {
  const { headers } = response
  const name = decodeURIComponent(headers.get(header.name) ?? '')
  return new File([await response.blob()], name, {
    type: headers.get('Content-Type') ?? '',
    lastModified: Number(headers.get(header.made)),
  })
}
