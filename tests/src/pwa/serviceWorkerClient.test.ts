import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyUpdate, registerSync, systemSends } from '#src/pwa/serviceWorkerClient.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { trustedScript } from '#src/pwa/trustedScript.ts'
import { drainLockName } from '#upload-queue/lock/drainLock.ts'
import { FakeHost } from '#tests/upload-queue/support/fakeHost.ts'

let host: FakeHost
beforeEach(() => {
  host = new FakeHost()
  vi.stubGlobal('fetch', host.fetch)
})
afterEach(async () => {
  await uploadQueue.closeSession({ ownerId: 900, keep: false })
  vi.unstubAllGlobals()
})

async function isDrainAwaited(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.some(({ name }) => name === drainLockName)
}

test('waits with an update for the chunk in flight, and sends nothing after it', async () => {
  const expire = new Date(Date.now() + 3_600_000).toISOString()
  await uploadQueue.openSession({
    ownerId: 900,
    fetchGrant: async () => ({ grant: 'a grant', expire }),
    isAlive: () => true,
  })
  let open: () => void = () => {}
  host.gate = new Promise((resolve) => (open = resolve))
  // Bytes with the header of an MP4, of several chunks at any stored speed.
  const head = new TextEncoder().encode('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')
  const film = new File([head, crypto.getRandomValues(new Uint8Array(60_000)), new Uint8Array(9_000_000)], 'film.mp4')
  await uploadQueue.enqueueFiles({ evenementId: 7, files: [{ file: film, size: film.size, allegee: false }] })
  await expect.poll(() => readQueueView().items[0]?.state).toBe('sending')
  const steps: string[] = []
  const applied = applyUpdate().then(() => steps.push('update applied'))
  // It waits for the drain that sends the chunk.
  await expect.poll(isDrainAwaited).toBe(true)
  steps.push('gate opened')
  open()
  await applied
  expect(steps).toEqual(['gate opened', 'update applied'])
  const asked = host.grantsSeen.length
  await expect.poll(() => readQueueView().items[0]).toMatchObject({ state: 'queued', cause: null })
  await uploadQueue.exportJournal()
  expect(host.grantsSeen.length).toBe(asked)
})

test('takes a browser that forbids storage for one whose system does not send', async () => {
  const denied = new DOMException('The user denied permission to use Service Worker.', 'NotSupportedError')
  const asked = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(denied)
  expect(await systemSends()).toBe(false)
  expect(await registerSync()).toBe(false)
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockRestore()
})

test('allows only our own two workers as script addresses', () => {
  // Without Trusted Types (development) the address is returned unchanged; with them the policy throws.
  const isEnforced = 'trustedTypes' in globalThis
  const foreign = () => trustedScript('https://evil.example/worker.js')
  expect(isEnforced).toBe(true)
  expect(foreign).toThrow(TypeError)
})
