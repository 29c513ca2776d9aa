import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { stagingItem } from '#upload-queue/engine/queueItem.ts'
import { platformHash } from '#upload-queue/hash/hashStream.ts'
import { drainLockName } from '#upload-queue/lock/drainLock.ts'
import { openQueue, type Queue } from '#upload-queue/openQueue.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { PersonStore } from '#upload-queue/store/personStore.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { stageFile } from '#upload-queue/staging/stageFile.ts'
import { dropUnread, keepUnread } from '#upload-queue/caches/unreadBadge.ts'
import { drainOnSync, drainQuietly, eventMs } from '#sw/sync/drainOnSync.ts'
import { fillStorage, freeStorage } from '#tests/upload-queue/support/fullStorage.ts'
import { FakeHost } from '#tests/upload-queue/support/fakeHost.ts'

let host: FakeHost
let queue: Queue
let registered: string[]
let shown: string[]
let isVisible: boolean
let serial = 0
const badge = vi.fn<(count?: number) => Promise<void>>(() => Promise.resolve())

beforeEach(() => {
  host = new FakeHost()
  registered = []
  shown = []
  isVisible = false
  vi.stubGlobal('fetch', host.fetch)
  // Globals of a service worker that a page does not have.
  vi.stubGlobal('clients', { matchAll: async () => (isVisible ? [{ visibilityState: 'visible' }] : []) })
  vi.stubGlobal('registration', {
    sync: {
      register: async (tag: string) => {
        if (!isVisible) throw new DOMException('no window', 'InvalidAccessError')
        registered.push(tag)
      },
    },
    showNotification: async (title: string) => void shown.push(title),
  })
  vi.stubGlobal('Notification', { permission: 'granted' })
  badge.mockClear()
  Object.assign(navigator, { setAppBadge: badge, clearAppBadge: badge })
  let text: string | null = null
  const notes = { read: () => text, write: (written: string | null) => void (text = written) }
  queue = openQueue({ origin: location.origin, onMessage: () => {}, notes })
})
afterEach(async () => {
  freeStorage()
  await queue.person.erase(1)
  vi.unstubAllGlobals()
})

async function accept({ hasGrant = true, type = 'image/jpeg' } = {}): Promise<string> {
  if (hasGrant) {
    const grant = { grant: 'a grant', obtainedAt: 0, expiresAt: 1 }
    await queue.grants.save({ ownerId: 1, evenementId: 7 }, grant)
  }
  const id = `${(serial += 1)}-of-the-worker`
  const bytes = new Blob([`photo ${serial}`])
  const { name, takenAt, addedAt } = stagingItem({
    id,
    ownerId: 1,
    evenementId: 7,
    name: `${id}.jpg`,
    type,
    takenAt: null,
    size: bytes.size,
    addedAt: serial,
  })
  const file = { id, ownerId: 1, evenementId: 7, name, type, takenAt, addedAt, size: bytes.size }
  await queue.staging.begin([file], 'page')
  const copy = { id, type, takenAt, bytes, sourceSha256: null }
  await stageFile({ store: queue.staging, startHash: async () => platformHash() }, copy)
  return id
}
const sync = (lastChance = false) => drainOnSync({ tag: 'uploads-a', lastChance } as Parameters<typeof drainOnSync>[0])

/** Holds the lock of the drainers, as a page that is sending does; at most until the test ends. */
async function keepLock(): Promise<{ letGo: () => Promise<void> }> {
  const sending = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const released = navigator.locks.request(drainLockName, () => {
    held.resolve()
    return sending.promise
  })
  const letGo = () => {
    sending.resolve()
    return released
  }
  onTestFinished(letGo)
  await held.promise
  return { letGo }
}
const stateOf = async (id: string) => (await queue.store.item(id))?.state

describe('a phone whose storage is full', () => {
  test('sends without a page, and leaves the queue to an open page', async () => {
    const id = await accept()
    fillStorage()
    isVisible = true
    await expect(sync()).rejects.toThrow('1 files still unsent')
    expect(await stateOf(id)).toBe('queued')
    isVisible = false
    await sync()
    freeStorage()
    expect(host.received.size).toBe(1)
    expect(await stateOf(id)).toBeUndefined()
  })

  test('asks an open page to send', async () => {
    const heard: string[] = []
    const page = openQueue({ origin: location.origin, onMessage: ({ type }) => void heard.push(type) })
    await accept()
    fillStorage()
    isVisible = true
    await expect(sync()).rejects.toThrow('1 files still unsent')
    await expect.poll(() => heard).toContain('drain/left_to_page')
    page.channel.close()
  })

  test('sends nothing while a command of the person is not stored', async () => {
    const id = await accept()
    fillStorage()
    await queue.store.move({ id, from: 'queued', epoch: null, change: { state: 'paused' } })
    await expect(sync()).rejects.toThrow('1 files still unsent')
    expect(host.received.size).toBe(0)
    freeStorage()
    // There is room again, but the worker cannot read the command.
    await expect(sync()).rejects.toThrow('1 files still unsent')
    expect(host.received.size).toBe(0)
    await queue.store.saveUnsaved()
    await sync()
    expect(host.received.size).toBe(0)
    expect(await stateOf(id)).toBe('paused')
  })

  test('sends again once a page has noted that every command is stored', async () => {
    await accept()
    await new QueueConnection().run((database) => database.delete('hold', 'commands'))
    await expect(sync()).rejects.toThrow('1 files still unsent')
    await queue.store.saveUnsaved()
    await sync()
    expect(host.received.size).toBe(1)
  })
})

describe('a sync event', () => {
  test('sends pending photos without retry or badge', async () => {
    const id = await accept()
    await sync()
    expect(await stateOf(id)).toBe('done')
    expect(badge).toHaveBeenLastCalledWith()
    expect(shown).toEqual([])
  })

  test('rejects without a network, so that the browser retries', async () => {
    const id = await accept()
    host.isReachable = false
    await expect(sync()).rejects.toThrow('1 files still unsent')
    expect(await stateOf(id)).toBe('waiting_net')
    expect(shown).toEqual([])
  })

  test('sets badge and notification when photos are left after the last attempt', async () => {
    await accept()
    await accept()
    host.isReachable = false
    await expect(sync(true)).rejects.toThrow('2 files still unsent')
    expect(badge).toHaveBeenLastCalledWith(2)
    expect(shown).toEqual(['2 photos attendent sur ce téléphone'])
  })

  test('names the videos that are left', async () => {
    host.isReachable = false
    await accept({ type: 'video/mp4' })
    await expect(sync(true)).rejects.toThrow('1 files still unsent')
    await accept()
    await expect(sync(true)).rejects.toThrow('2 files still unsent')
    await accept()
    await expect(sync(true)).rejects.toThrow('3 files still unsent')
    expect(badge).toHaveBeenLastCalledWith(3)
    expect(shown).toEqual([
      '1 vidéo attend sur ce téléphone',
      '1 photo et 1 vidéo attendent sur ce téléphone',
      '2 photos et 1 vidéo attendent sur ce téléphone',
    ])
  })

  test('does not retry for a photo that waits for a login, and notifies its person once', async () => {
    const id = await accept({ hasGrant: false })
    await sync()
    expect(await stateOf(id)).toBe('waiting_auth')
    expect(shown).toEqual(['1 photo attend sur ce téléphone'])
    expect(badge).toHaveBeenLastCalledWith(1)
    await sync()
    expect(shown).toHaveLength(1)
    expect(badge).toHaveBeenLastCalledWith(1)
  })

  test('neither counts nor names a photo that its person deletes', async () => {
    const id = await accept()
    await queue.store.move({ id, from: 'queued', epoch: null, change: { state: 'cancelling', announced: true } })
    host.isReachable = false
    await expect(sync(true)).rejects.toThrow('1 files still unsent')
    expect(shown).toEqual([])
    expect(badge).toHaveBeenLastCalledWith()
  })

  test('names what is left when another context keeps the lock at the last attempt', async () => {
    await accept()
    const page = await keepLock()
    // The worker was suspended: the time of its event is over when it asks for the lock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const matchAll = async () => {
      vi.setSystemTime(Date.now() + eventMs)
      return []
    }
    vi.stubGlobal('clients', { matchAll })
    await expect(sync(true)).rejects.toThrow('drain lock held by another context')
    await page.letGo()
    expect(shown).toEqual(['1 photo attend sur ce téléphone'])
  })

  test('continues within the event when the server asks to retry in a second', async () => {
    const id = await accept()
    let isFirst = true
    vi.stubGlobal('fetch', async (...call: Parameters<typeof host.fetch>) => {
      if (!isFirst) return host.fetch(...call)
      isFirst = false
      return new Response(null, { status: 503, headers: { 'Tus-Resumable': '1.0.0', 'Retry-After': '1' } })
    })
    await sync()
    expect(await stateOf(id)).toBe('done')
  })

  test('waits for a sending page and then finds nothing to do', async () => {
    const id = await accept()
    const page = await keepLock()
    const event = sync()
    const waiting = async () => (await navigator.locks.query()).pending?.filter(({ name }) => name === drainLockName)
    await expect.poll(waiting).toHaveLength(1)
    expect(await stateOf(id)).toBe('queued')
    await page.letGo()
    await event
    expect(await stateOf(id)).toBe('done')
  })
})

test('erases the photos that their person discarded while the storage was broken, and sends none', async () => {
  const id = await accept()
  const broken = vi.spyOn(PersonStore.prototype, 'erase').mockRejectedValueOnce(new StorageBroken('UnknownError'))
  await queue.discards.erase(1)
  broken.mockRestore()
  await drainQuietly()
  expect(await queue.store.item(id)).toBeUndefined()
  expect(host.received.size).toBe(0)
})

test('never rejects for an event that the browser does not repeat', async () => {
  await accept()
  host.isReachable = false
  await drainQuietly()
  expect(badge).toHaveBeenLastCalledWith(1)
})

test('keeps the unread notifications on the badge when nothing is left to send', async () => {
  await keepUnread(3)
  await accept()
  await drainQuietly()
  expect(badge).toHaveBeenLastCalledWith(3)
  await dropUnread()
  await drainQuietly()
  expect(badge).toHaveBeenLastCalledWith()
})
