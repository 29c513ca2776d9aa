import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

/** A file of the app, as the build lists it. */
export interface AppFile {
  readonly url: string
  readonly revision: string | null
  /** Needed where there is no network: kept before the worker is active (scripts/venueParts.ts). */
  readonly atOnce?: boolean
}

/** The files of this version: answered from the cache, else from the network. */
export interface AppFiles {
  /** A handler that answers the opening of a page with this file. */
  page(file: string): ReturnType<PrecacheController['createHandlerBoundToURL']>
  /** Downloads what is not cached yet, one file after another, whatever the number of pages that ask. */
  keepRest(): Promise<void>
}

/**
 * Keeps the files of this version, and deletes those of the previous one when this one becomes active.
 *
 * The install of a first visit keeps only the files marked `atOnce`, so that the app works without network within
 * seconds. The install of a new version keeps all files: the previous version still answers meanwhile.
 */
export function keepAppFiles(worker: ServiceWorkerGlobalScope, files: readonly AppFile[]): AppFiles {
  const controller = new PrecacheController()
  controller.addToCacheList(files.map(({ url, revision }) => ({ url, revision })))
  registerRoute(new PrecacheRoute(controller))
  const keyOf = (file: AppFile) => controller.getCacheKeyForURL(file.url) ?? file.url
  const open = () => caches.open(controller.strategy.cacheName)

  /** @throws when one of them fails; those before it are cached and not requested again */
  async function keep(wanted: readonly AppFile[], atATime: number): Promise<void> {
    const cache = await open()
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    const left = wanted.filter((file) => !kept.has(keyOf(file))).values()
    const keepInTurn = async () => {
      for (const file of left) await cache.put(keyOf(file), await load(file))
    }
    await Promise.all(Array.from({ length: atATime }, keepInTurn))
  }

  worker.addEventListener('install', (event) => {
    const isFirst = worker.registration.active === null
    event.waitUntil(keep(isFirst ? files.filter(({ atOnce }) => atOnce) : files, 6))
  })
  worker.addEventListener('activate', (event) => void controller.activate(event))
  let lastKeep = Promise.resolve()
  return {
    page: (file) => controller.createHandlerBoundToURL(file),
    keepRest() {
      // Runs after the one before, which may have failed: files that are cached are not requested again.
      lastKeep = lastKeep.catch(() => {}).then(() => keep(files, 1))
      return lastKeep
    },
  }
}

async function load({ url, revision }: AppFile): Promise<Response> {
  // A name with a hash never changes its content; any other file may be outdated in the browser's HTTP cache.
  const response = await fetch(url, { cache: revision === null ? 'default' : 'reload', credentials: 'same-origin' })
  if (!response.ok || response.redirected) throw new Error(`${url}: ${response.status}`)
  const { headers } = response
  // Read to its end before it is put: while a put waits for bytes, no other file of this cache can be read.
  return new Response(await response.blob(), { headers })
}
