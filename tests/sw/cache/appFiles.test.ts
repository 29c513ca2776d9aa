import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AppFile, keepAppFiles } from '#sw/cache/appFiles.ts'
import { drainLockName } from '#upload-queue/lock/drainLock.ts'

const files = ['/a.js', '/b.js', '/c.js'].map((url) => ({ url, revision: '1' }))
const fetched: string[] = []
const { fetch: browserFetch } = globalThis

function appFiles(listed: readonly AppFile[] = files) {
  const registration = { active: {} } as ServiceWorkerRegistration
  return keepAppFiles({ addEventListener: () => {}, registration, navigator }, listed)
}

const wipe = async () => {
  for (const name of await caches.keys()) await caches.delete(name)
}
beforeEach(async () => {
  await wipe()
  fetched.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response(url)
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await wipe()
})

/** Holds the lock of the page or worker that sends, until the returned function is called. */
async function send(): Promise<() => Promise<void>> {
  const [granted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sending = navigator.locks.request(drainLockName, async () => {
    granted.resolve()
    await released.promise
  })
  await granted.promise
  return async () => {
    released.resolve()
    await sending
  }
}

test('downloads the rest of the app once, whatever the number of pages that ask', async () => {
  const app = appFiles()
  await Promise.all([app.keepRest(), app.keepRest()])
  expect(fetched).toEqual(['/a.js', '/b.js', '/c.js'])
})

test('downloads one file at each request while photos are sent, and the others afterwards', async () => {
  const app = appFiles()
  const end = await send()
  await expect(app.keepRest()).rejects.toThrow('Photos are being sent')
  expect(fetched).toEqual(['/a.js'])
  await expect(app.keepRest()).rejects.toThrow('Photos are being sent')
  expect(fetched).toEqual(['/a.js', '/b.js'])
  await end()
  await app.keepRest()
  expect(fetched).toEqual(['/a.js', '/b.js', '/c.js'])
})

test('keeps no page of another version, and downloads it again at the next request', async () => {
  const newer = '<title>The new page</title>'
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(newer)))
  let served = '<title>The old page</title>'
  vi.stubGlobal('fetch', (_url: string, options: RequestInit) =>
    browserFetch(`data:text/html,${encodeURIComponent(served)}`, options),
  )
  const app = appFiles([{ url: '/index.html', revision: `sha256-${btoa(String.fromCodePoint(...digest))}` }])
  const kept = () => caches.match('/index.html', { ignoreSearch: true })
  await expect(app.keepRest()).rejects.toThrow(TypeError)
  expect(await kept()).toBeUndefined()
  served = newer
  await app.keepRest()
  expect(await (await kept())?.text()).toBe(newer)
})
