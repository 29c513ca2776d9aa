import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isSending } from '#upload-queue/lock/drainLock.ts'

/** Downloads in parallel during an install: as many as a browser has connections to one server. */
const filesAtATime = 6

/** A file of the app, as the build lists it. */
export interface AppFile {
  readonly url: string
  /** Integrity of the content (scripts/fileDigests.ts); null when the name has a hash: its content never changes. */
  readonly revision: string | null
  /** Needed where there is no network: kept before the worker is active (scripts/venueParts.ts). */
  readonly atOnce?: boolean
}

/** The files of this version: answered from the cache, else from the network. */
export interface AppFiles {
  /** A handler that answers the opening of a page with this file. */
  page(file: string): ReturnType<PrecacheController['createHandlerBoundToURL']>
  /**
   * Downloads what is not cached yet, one file after another, whatever the number of pages that ask.
   * @throws when a file fails, and while photos are being sent, after one more file
   */
  keepRest(): Promise<void>
}

/**
 * Keeps the files of this version, and deletes those of the previous one when this one becomes active.
 *
 * The install of a first visit keeps only the files marked `atOnce`, so that the app works without network within
 * seconds; the rest waits for photos that are being sent. The install of a new version keeps all files: until it is
 * active, the previous version answers the requests. A file of another version ends an install; the browser tries it
 * again when it looks for a new version.
 */
export function keepAppFiles(
  worker: Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'registration' | 'navigator'>,
  files: readonly AppFile[],
): AppFiles {
  const controller = new PrecacheController()
  controller.addToCacheList(files.map(({ url, revision }) => ({ url, revision })))
  // Without an index: otherwise `/` would be answered with index.html, and never with the landing page.
  registerRoute(new PrecacheRoute(controller, { directoryIndex: '' }))
  const keyOf = (file: AppFile) => controller.getCacheKeyForURL(file.url) ?? file.url
  const open = () => caches.open(controller.strategy.cacheName)

  async function left(wanted: readonly AppFile[]): Promise<readonly AppFile[]> {
    const kept = new Set((await (await open()).keys()).map(({ url }) => url))
    return wanted.filter((file) => !kept.has(keyOf(file)))
  }

  async function keep(file: AppFile): Promise<void> {
    await (await open()).put(keyOf(file), await load(file))
  }

  /** @throws when one of them fails; those before it are cached and not requested again */
  async function install(wanted: readonly AppFile[]): Promise<void> {
    const missing = (await left(wanted)).values()
    const keepInTurn = async () => {
      for (const file of missing) await keep(file)
    }
    await Promise.all(Array.from({ length: filesAtATime }, keepInTurn))
  }

  async function keepAll(): Promise<void> {
    const missing = await left(files)
    for (const [index, file] of missing.entries()) {
      if (index > 0 && (await isSending(worker.navigator.locks))) throw new Error('Photos are being sent')
      await keep(file)
    }
  }

  worker.addEventListener('install', (event) => {
    const isFirst = worker.registration.active === null
    event.waitUntil(install(isFirst ? files.filter(({ atOnce }) => atOnce) : files))
  })
  worker.addEventListener('activate', (event) => void controller.activate(event))
  let lastKeep = Promise.resolve()
  return {
    page: (file) => controller.createHandlerBoundToURL(file),
    keepRest() {
      // Runs after the one before, which may have failed: files that are cached are not requested again.
      lastKeep = lastKeep.catch(() => {}).then(keepAll)
      return lastKeep
    },
  }
}

async function load({ url, revision }: AppFile): Promise<Response> {
  // Without a hash in its name, a file may be outdated in the browser's HTTP cache, and on a node that is not upgraded
  // yet: kept here, a page of the version before would request scripts that no node has.
  const check: RequestInit = revision === null ? {} : { cache: 'reload', integrity: revision }
  const response = await fetch(url, { ...check, credentials: 'same-origin' })
  if (!response.ok || response.redirected) throw new Error(`${url}: ${response.status}`)
  const { headers } = response
  // Read to its end before it is put: while a put waits for bytes, no other file of this cache can be read.
  return new Response(await response.blob(), { headers })
}
