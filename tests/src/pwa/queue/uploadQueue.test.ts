import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { NetworkError } from '#src/api/apiError.ts'
import { noteAnswer, noteNoAnswer } from '#src/api/reachability.ts'
import type { PickedFile } from '#src/pwa/queue/pickedFile.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { PersonStore } from '#upload-queue/store/personStore.ts'
import { unreadableFileSentence } from '#upload-queue/staging/acceptable.ts'
import { FakeHost, sha256Of } from '#tests/upload-queue/support/fakeHost.ts'

let host: FakeHost
let person = 100
let grantsAsked: number[]
let isGrantReachable = true

beforeEach(async () => {
  host = new FakeHost()
  isGrantReachable = true
  vi.stubGlobal('fetch', host.fetch)
  person += 1
  await signIn()
})
afterEach(async () => {
  await uploadQueue.closeSession({ ownerId: person, keep: false })
  vi.unstubAllGlobals()
})

async function signIn(utilisateurId = person): Promise<void> {
  grantsAsked = []
  await uploadQueue.openSession({
    ownerId: utilisateurId,
    async fetchGrant(evenementId) {
      grantsAsked.push(evenementId)
      if (!isGrantReachable) throw new NetworkError()
      const expire = new Date(Date.now() + 72 * 3_600_000).toISOString()
      return { grant: `grant of ${utilisateurId} for ${evenementId}`, expire }
    },
    isAlive: () => true,
  })
}

/** A JPEG with a drawing, different for each name. */
async function photo(name: string, side = 600): Promise<File> {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')!
  for (let at = 0; at < 300; at += 1) {
    context.fillStyle = `hsl(${(at * 37 + name.length * 91) % 360} 70% 50%)`
    context.fillRect((at * 97 + name.length * 13) % side, (at * 61) % side, side / 8, side / 8)
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.97 })
  return new File([blob], name, { type: 'image/jpeg' })
}
/** A JPEG of some megabytes: noise does not compress. */
async function heavyPhoto(name: string): Promise<File> {
  const side = 1400
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536))
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, side), 0, 0)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.97 })], name, { type: 'image/jpeg' })
}
const pick = (file: File, allegee = false) => ({ file, size: file.size, allegee })
const enqueue = (...files: File[]) => enqueuePicks(...files.map((file) => pick(file)))
const enqueuePicks = async (...files: PickedFile[]) =>
  (await uploadQueue.enqueueFiles({ evenementId: 7, files })).copied
const states = () => readQueueView().items.map(({ name, state }) => `${name} ${state}`)

describe('from the picker to the receipt', () => {
  test('stores photos, then delivers them byte for byte, with a receipt on screen', async () => {
    await uploadQueue.refreshGrants([7])
    const files = [await photo('a.jpg'), await photo('bb.jpg')]
    const results = await enqueue(...files)
    expect(results.map(({ name, result, sentence }) => [name, result, sentence])).toEqual([
      ['a.jpg', 'safe', null],
      ['bb.jpg', 'safe', null],
    ])
    await expect.poll(states).toEqual(['a.jpg done', 'bb.jpg done'])
    for (const file of files) expect(host.received.get(file.name)).toBe(await sha256Of(await file.arrayBuffer()))
    const [receipt] = readQueueView().items
    expect(receipt).toMatchObject({ evenementId: 7, confirmedBytes: files[0]?.size, cause: null })
    expect(receipt?.deliveredAt).toBeGreaterThan(0)
    expect(await uploadQueue.pendingOf(person)).toHaveLength(0)
  })

  test('continues with other files after an invalid one, and shows each reason', async () => {
    const tooLarge = new File([new Uint8Array(uploadMaxBytes + 1)], 'film.mp4')
    const results = await enqueue(
      tooLarge,
      new File([], 'vide.jpg'),
      new File(['<svg>'], 'x.jpg'),
      await photo('ok.jpg'),
    )
    expect(results.map(({ result, sentence }) => [result, sentence])).toEqual([
      ['lost', phrases.mediaTropVolumineux],
      ['lost', sentenceOf('upload.vide')],
      ['lost', sentenceOf('upload.type_refuse')],
      ['safe', null],
    ])
    const listed = ['film.mp4 lost_source', 'vide.jpg lost_source', 'x.jpg lost_source', 'ok.jpg done']
    await expect.poll(states).toEqual(listed)
  })

  test('requests a grant from the page when none is stored', async () => {
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg done'])
    expect(grantsAsked).toEqual([7])
    expect(host.grantsSeen).toContain(`Bearer grant of ${person} for 7`)
  })

  test('sends a photo when the network is back after a failed grant request, without a login', async () => {
    isGrantReachable = false
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg waiting_net'])
    expect(host.grantsSeen).toEqual([])
    isGrantReachable = true
    await expect.poll(states).toEqual(['a.jpg done'])
  })

  test('asks again about a refused cancellation when the events are loaded after the event was restored', async () => {
    host.isDeleted = true
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg blocked'])
    await uploadQueue.cancel('all')
    await expect
      .poll(() => readQueueView().items)
      .toMatchObject([{ state: 'cancelling', cause: { class: 'blocked', status: 403 } }])
    host.isDeleted = false
    await uploadQueue.refreshGrants([7])
    await expect.poll(() => readQueueView().items).toEqual([])
  })

  test('reports the same photo picked twice and sends it once', async () => {
    host.isReachable = false
    const file = await photo('a.jpg')
    const [, again] = await enqueue(file, file)
    expect(again).toMatchObject({ result: 'duplicate', itemId: null })
    await expect.poll(() => readQueueView().items.map(({ name }) => name)).toEqual(['a.jpg'])
  })

  test('compresses to a smaller valid picture that is recognised by its original', async () => {
    await uploadQueue.refreshGrants([7])
    const file = await photo('grande.jpg', 3200)
    await enqueuePicks(pick(file, true))
    await expect.poll(states).toEqual(['grande.jpg done'])
    expect(readQueueView().items[0]?.size).toBeLessThan(file.size)
    host.isReachable = false
    expect(await enqueuePicks(pick(file, true), pick(file, false))).toMatchObject([
      { result: 'safe' },
      { result: 'duplicate' },
    ])
  })
})

describe('a picked file that cannot be read', () => {
  /** As Safari returns a File from IndexedDB (WebKit 319985): correct size, no bytes. */
  const emptied = (file: File): File => {
    vi.spyOn(file, 'slice').mockImplementation(() => new Blob([]))
    return file
  }
  const withdrawn = (file: File): File => {
    vi.spyOn(file, 'slice').mockImplementation(() => {
      const part = new Blob(['gone'])
      vi.spyOn(part, 'arrayBuffer').mockRejectedValue(new DOMException('after a pause', 'NotReadableError'))
      return part
    })
    return file
  }

  test.each([
    ['comes back empty', emptied],
    ['was taken back after a pause', withdrawn],
  ])('is listed by name when it %s, and is never sent', async (_why, broken) => {
    await uploadQueue.refreshGrants([7])
    const results = await enqueue(broken(await photo('a.jpg')), await photo('bb.jpg'))
    expect(results.map(({ result, sentence }) => [result, sentence])).toEqual([
      ['lost', unreadableFileSentence],
      ['safe', null],
    ])
    await expect.poll(states).toEqual(['a.jpg lost_source', 'bb.jpg done'])
    expect(readQueueView().items[0]?.cause?.message).toBe(unreadableFileSentence)
    expect([...host.received.keys()]).toEqual(['bb.jpg'])
  })

  test('reuses its row when it is picked again', async () => {
    await uploadQueue.refreshGrants([7])
    const file = await photo('a.jpg')
    await enqueue(emptied(file))
    vi.restoreAllMocks()
    await enqueue(file)
    await expect.poll(states).toEqual(['a.jpg done'])
  })
})

describe('while files are copied', () => {
  test('lists their names before their bytes, and asks before the page is closed', async () => {
    host.isReachable = false
    const files = [await photo('a.jpg'), await photo('bb.jpg')].map((file) => pick(file))
    const { copied } = await uploadQueue.enqueueFiles({ evenementId: 7, files })
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    await copied
    await expect.poll(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await expect.poll(() => readQueueView().items.map(({ name }) => name)).toEqual(['a.jpg', 'bb.jpg'])
  })
})

/** Whether the longest pauses between these times are longer than these, in milliseconds; both longest first. */
function havePassed(pauses: readonly number[], times: readonly number[]): boolean {
  const longest = times
    .slice(1)
    .map((at, index) => at - times[index]!)
    .toSorted((a, b) => b - a)
  return pauses.every((pause, at) => (longest[at] ?? 0) > pause)
}

describe('user commands', () => {
  test('shows the photo that another tab stored before it was killed, when the page is visible again', async () => {
    await uploadQueue.refreshGrants([7])
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg done'])
    const [own] = await new QueueConnection().run((database) => database.getAllFromIndex('items', 'owner', person))
    const other = {
      ...own!,
      id: `${own!.id}-other`,
      liveKey: `${person} other`,
      name: 'b.jpg',
      state: 'paused' as const,
    }
    await new QueueConnection().run((database) => database.put('items', other))
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(states).toEqual(['a.jpg done', 'b.jpg paused'])
  })

  test('sends nothing while paused, and continues after resume', async () => {
    await uploadQueue.refreshGrants([7])
    host.isReachable = false
    await enqueue(await photo('a.jpg'), await photo('bb.jpg'))
    await uploadQueue.pause('all')
    await expect.poll(states).toEqual(['a.jpg paused', 'bb.jpg paused'])
    host.isReachable = true
    await enqueue(await photo('ccc.jpg'))
    await expect.poll(states).toEqual(['a.jpg paused', 'bb.jpg paused', 'ccc.jpg done'])
    expect([...host.received.keys()]).toEqual(['ccc.jpg'])
    await uploadQueue.resume('all')
    await expect.poll(states).toEqual(['a.jpg done', 'bb.jpg done', 'ccc.jpg done'])
  })

  test.each([
    ['paused', () => uploadQueue.pause('all'), ['a.jpg paused']],
    ['cancelled', () => uploadQueue.cancel('all'), []],
    ['erased at logout', () => uploadQueue.closeSession({ ownerId: person, keep: false }), []],
  ])('aborts the request in progress of a photo that is %s', async (_how, command, left) => {
    await uploadQueue.refreshGrants([7])
    const answers = Promise.withResolvers<void>()
    host.gate = answers.promise
    await enqueue(await photo('a.jpg'))
    await expect.poll(() => host.signals).toHaveLength(1)
    const [sending] = host.signals
    expect(sending?.aborted).toBe(false)
    await command()
    await expect.poll(() => sending?.aborted).toBe(true)
    answers.resolve()
    // The time limit of a request aborts it with a TimeoutError.
    expect(sending?.reason).toMatchObject({ name: 'AbortError' })
    await expect.poll(states).toEqual(left)
    expect(host.received.size).toBe(0)
  })

  test('shows waiting photos offline, and sends them on retry all', async () => {
    await uploadQueue.refreshGrants([7])
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg waiting_net'])
    expect(readQueueView().items[0]?.cause).toMatchObject({ class: 'network', status: null })
    expect(await uploadQueue.pendingOf(person)).toHaveLength(1)
    host.isReachable = true
    await uploadQueue.retry('all')
    await expect.poll(states).toEqual(['a.jpg done'])
  })

  test('sends as soon as any other call is answered after a long outage', async () => {
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    noteNoAnswer()
    // Half a second, a second, two seconds. On a busy machine the end of the copy may add a request between two others.
    await expect.poll(() => havePassed([1950, 950, 450], host.unheardAt)).toBe(true)
    expect(host.unheardAt.length).toBeLessThanOrEqual(6)
    // The next one is at least four seconds away.
    await expect.poll(states).toEqual(['a.jpg waiting_net'])
    host.isReachable = true
    noteAnswer()
    await expect.poll(states).toEqual(['a.jpg done'])
  })

  test('removes a cancelled photo and a removed receipt from the list', async () => {
    await uploadQueue.refreshGrants([7])
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg done'])
    host.isReachable = false
    await uploadQueue.pause('all')
    await uploadQueue.closeSession({ ownerId: person, keep: true })
    await signIn()
    const [kept] = await enqueue(await photo('bb.jpg'))
    await uploadQueue.pause('all')
    await uploadQueue.cancel([kept!.itemId!])
    await expect
      .poll(() => states().filter((state) => state.startsWith('bb.jpg') && !state.endsWith('cancelling')))
      .toEqual([])
    await uploadQueue.forgetReceipts([readQueueView().items[0]!.id])
    await expect.poll(() => states().filter((state) => state.startsWith('a.jpg'))).toEqual([])
  })

  test("exports the journal as a text with events, without photos' names", async () => {
    await uploadQueue.refreshGrants([7])
    const [result] = await enqueue(await photo('Camille et Hugo.jpg'))
    await expect.poll(states).toEqual(['Camille et Hugo.jpg done'])
    const given: Blob[] = []
    const names: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) given.push(blob)
      return 'blob:journal'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await uploadQueue.exportJournal()
    vi.restoreAllMocks()
    expect(names).toEqual([expect.stringMatching(/^journal-envois-\d{4}-\d\d-\d\d\.txt$/)])
    const text = (await given[0]?.text()) ?? ''
    expect(text).toMatch(new RegExp(`${result!.itemId} (sending|finalizing) done`))
    for (const secret of ['Camille', 'grant of', '/api/', ...host.received.values()]) expect(text).not.toContain(secret)
  })

  test('has a preview for each waiting photo', async () => {
    host.isReachable = false
    const [result] = await enqueue(await photo('a.jpg'))
    const preview = await uploadQueue.preview(result!.itemId!)
    expect(preview?.type).toBe('image/jpeg')
    expect(preview?.size).toBeLessThanOrEqual(64 * 1024)
  })
})

describe('compressed versions of waiting photos', () => {
  const waiting = async () => {
    // Without a grant no photo is announced, however many attempts are made before the pause.
    isGrantReachable = false
    const file = await heavyPhoto('grande.jpg')
    await enqueue(await photo('a.jpg'), file)
    await uploadQueue.pause('all')
    await expect.poll(() => readQueueView().items.map(({ weightChange }) => weightChange)).toEqual([null, 'lighten'])
    return { file, ids: readQueueView().items.map(({ id }) => id) }
  }
  const leave = async () => {
    isGrantReachable = true
    await uploadQueue.resume('all')
    await expect.poll(states).toEqual(['a.jpg done', 'grande.jpg done'])
  }

  test('are sent instead of the originals, and shown as such', async () => {
    const { file, ids } = await waiting()
    expect(await uploadQueue.lighten(ids)).toBe(1)
    const seen = () => readQueueView().items[1]
    await expect.poll(seen).toMatchObject({ isLighter: true, weightChange: 'restore', originalSize: file.size })
    const lighter = seen()!.size
    const given: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) given.push(blob)
      return 'blob:photo'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await uploadQueue.saveToPhone(ids[1]!)
    vi.restoreAllMocks()
    expect(await sha256Of(await given[0]!.arrayBuffer())).toBe(await sha256Of(await file.arrayBuffer()))
    expect(lighter).toBeLessThan(file.size)
    await leave()
    expect(seen()).toMatchObject({ size: lighter, isLighter: true, weightChange: null })
    expect(host.received.get('grande.jpg')).not.toBe(await sha256Of(await file.arrayBuffer()))
  })

  test('are replaced by the originals when undone, also during compression', async () => {
    const { file, ids } = await waiting()
    const lightening = uploadQueue.lighten(ids)
    await uploadQueue.restoreOriginals(ids)
    expect(await lightening).toBe(0)
    expect(await uploadQueue.lighten(ids)).toBe(1)
    await uploadQueue.restoreOriginals(ids)
    await leave()
    expect(host.received.get('grande.jpg')).toBe(await sha256Of(await file.arrayBuffer()))
  })
})

describe('a phone without free storage', () => {
  test('sends from memory, shows it, and asks before the page is closed', async () => {
    await uploadQueue.refreshGrants([7])
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    host.isReachable = false
    const file = await photo('a.jpg')
    const [first, again] = await enqueue(file, file)
    vi.restoreAllMocks()
    expect(first).toMatchObject({
      result: 'volatile',
    })
    expect(again).toMatchObject({ result: 'duplicate' })
    await expect.poll(states).toEqual(['a.jpg waiting_net'])
    expect(await uploadQueue.pendingOf(person)).toHaveLength(1)
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    expect((await uploadQueue.preview(first!.itemId!))?.type).toBe('image/jpeg')
    host.isReachable = true
    await uploadQueue.retry('all')
    await expect.poll(states).toEqual(['a.jpg done'])
    expect(host.received.get('a.jpg')).toBe(await sha256Of(await file.arrayBuffer()))
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  })
})

/** Adds a photo for which the storage has a row and no room. @returns its id */
async function inMemory(file: File): Promise<string> {
  const put: Put = Reflect.get(IDBObjectStore.prototype, 'put')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === 'rows') throw new DOMException('no room', 'QuotaExceededError')
    return put.call(this, value, key)
  })
  const [kept] = await enqueue(file)
  vi.restoreAllMocks()
  expect(kept).toMatchObject({ result: 'volatile' })
  return kept?.itemId ?? ''
}

describe('a photo sent from memory', () => {
  test('can be paused and resumed', async () => {
    await uploadQueue.refreshGrants([7])
    host.isReachable = false
    const kept = await inMemory(await photo('a.jpg'))
    await uploadQueue.pause([kept])
    await expect.poll(states).toEqual(['a.jpg paused'])
    expect(readQueueView().items).toMatchObject([{ isInMemory: true }])
    host.isReachable = true
    await uploadQueue.resume('all')
    await expect.poll(states).toEqual(['a.jpg done'])
  })

  test('is saved to the phone, unless its file can no longer be read', async () => {
    host.isReachable = false
    const file = await photo('a.jpg')
    const kept = await inMemory(file)
    const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await uploadQueue.saveToPhone(kept)
    expect(download).toHaveBeenCalledTimes(1)
    vi.spyOn(file, 'slice').mockImplementation(() => {
      const part = new Blob()
      vi.spyOn(part, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
      return part
    })
    await expect(uploadQueue.saveToPhone(kept)).rejects.toMatchObject({ name: 'BytesMissing' })
    expect(download).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })

  test('is sent when the browser has emptied the storage meanwhile', async () => {
    await uploadQueue.refreshGrants([7])
    host.isReachable = false
    const kept = await inMemory(await photo('a.jpg'))
    await new QueueConnection().run((database) => database.delete('items', kept))
    const other = openQueue({ origin: location.origin, onMessage: () => {} })
    other.channel.publishChanged([kept])
    expect((await enqueue(await photo('bb.jpg')))[0]).toMatchObject({ result: 'safe' })
    host.isReachable = true
    dispatchEvent(new Event('online'))
    await expect.poll(states).toEqual(['a.jpg done', 'bb.jpg done'])
    expect([...host.received.keys()].toSorted()).toEqual(['a.jpg', 'bb.jpg'])
    other.channel.close()
  })

  test('is not sent when another tab has deleted it', async () => {
    await uploadQueue.refreshGrants([7])
    host.isReachable = false
    const kept = await inMemory(await photo('a.jpg'))
    const other = openQueue({ origin: location.origin, onMessage: () => {} })
    await other.store.move({ id: kept, from: 'staging', epoch: null, change: { state: 'cancelled' } })
    await expect.poll(states).toEqual([])
    host.isReachable = true
    expect((await enqueue(await photo('bb.jpg')))[0]).toMatchObject({ result: 'safe' })
    await expect.poll(states).toEqual(['bb.jpg done'])
    expect([...host.received.keys()]).toEqual(['bb.jpg'])
    other.channel.close()
  })
})

describe('a phone whose storage refuses even names', () => {
  const whereabouts = () =>
    readQueueView().items.map(({ name, state, isInMemory }) => `${name} ${isInMemory ? 'in memory' : state}`)

  test('lists the files by name from the start offline, also unreadable ones', async () => {
    await uploadQueue.refreshGrants([7])
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    host.isReachable = false
    const unreadable = await photo('a.jpg')
    const tried = Promise.withResolvers<void>()
    const slice = vi.spyOn(unreadable, 'slice').mockImplementation(() => {
      const part = new Blob(['gone'])
      const refusal = tried.promise.then(() => Promise.reject(new DOMException('gone', 'NotReadableError')))
      vi.spyOn(part, 'arrayBuffer').mockReturnValue(refusal)
      return part
    })
    const files = [unreadable, await photo('bb.jpg'), await photo('ccc.jpg')]
    const { copied } = await uploadQueue.enqueueFiles({ evenementId: 7, files: files.map((file) => pick(file)) })
    await expect.poll(whereabouts).toEqual(['a.jpg in memory', 'bb.jpg in memory', 'ccc.jpg in memory'])
    tried.resolve()
    expect((await copied).map(({ result }) => result)).toEqual(['lost', 'volatile', 'volatile'])
    await expect.poll(whereabouts).toEqual(['a.jpg lost_source', 'bb.jpg in memory', 'ccc.jpg in memory'])
    expect(readQueueView().items[0]?.cause?.message).toBe(unreadableFileSentence)
    slice.mockRestore()
    await enqueue(unreadable)
    await expect
      .poll(() => whereabouts().toSorted())
      .toEqual(['a.jpg in memory', 'bb.jpg in memory', 'ccc.jpg in memory'])
    vi.restoreAllMocks()
    host.isReachable = true
    await uploadQueue.retry('all')
    await expect.poll(async () => states().toSorted()).toEqual(['a.jpg done', 'bb.jpg done', 'ccc.jpg done'])
  })
})

describe('logout', () => {
  test('keeping photos: shows others only their number, and sends them after the same person logs in', async () => {
    const owner = person
    host.isReachable = false
    const [result] = await enqueue(await photo('a.jpg'))
    await uploadQueue.closeSession({ ownerId: person, keep: true })
    expect(readQueueView().items).toEqual([])
    host.isReachable = true
    person += 1
    await signIn(person)
    await uploadQueue.refreshGrants([7])
    await expect.poll(() => readQueueView().othersCount).toBe(1)
    expect(readQueueView().items).toEqual([])
    expect(await uploadQueue.preview(result!.itemId!)).toBeNull()
    expect(host.received.size).toBe(0)
    await uploadQueue.closeSession({ ownerId: person, keep: true })
    person = owner
    await signIn(owner)
    await expect.poll(states).toEqual(['a.jpg done'])
    expect(host.grantsSeen.every((grant) => grant.includes(`of ${owner} `))).toBe(true)
  })

  test('after an expired session: the next person neither sees, erases nor sends the photos', async () => {
    const owner = person
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    await uploadQueue.suspendSession(owner)
    expect(readQueueView().items).toEqual([])
    await expect.poll(() => readQueueView().othersCount).toBe(1)
    person += 1
    expect(await uploadQueue.pendingOf(person)).toHaveLength(0)
    await uploadQueue.closeSession({ ownerId: person, keep: false })
    host.isReachable = true
    person = owner
    await signIn(owner)
    await uploadQueue.refreshGrants([7])
    await expect.poll(states).toEqual(['a.jpg done'])
  })

  test('of a person who signs out late: leaves the session of the next one', async () => {
    await uploadQueue.suspendSession(person - 1)
    await uploadQueue.refreshGrants([7])
    await enqueue(await photo('a.jpg'))
    await expect.poll(states).toEqual(['a.jpg done'])
  })

  test('on a page that has not opened the queue: counts and erases the photos of the person', async () => {
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    await uploadQueue.suspendSession(null)
    expect(await uploadQueue.pendingOf(person)).toHaveLength(1)
    await uploadQueue.closeSession({ ownerId: person, keep: false })
    expect(await uploadQueue.pendingOf(person)).toHaveLength(0)
    await expect.poll(() => readQueueView().othersCount).toBe(0)
  })

  test('not keeping photos while the storage is broken: erases and sends nothing once it works again', async () => {
    await uploadQueue.refreshGrants([7])
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    const broken = vi.spyOn(PersonStore.prototype, 'erase').mockRejectedValue(new StorageBroken('UnknownError'))
    await uploadQueue.closeSession({ ownerId: person, keep: false })
    const discarding = person
    host.isReachable = true
    person += 1
    await signIn(person)
    await uploadQueue.retry('all')
    await expect.poll(() => broken.mock.calls.length).toBeGreaterThan(1)
    expect(host.received.size).toBe(0)
    broken.mockRestore()
    await uploadQueue.refreshGrants([7])
    await expect.poll(() => uploadQueue.pendingOf(discarding)).toHaveLength(0)
    expect(host.received.size).toBe(0)
  })

  test('not keeping photos while the storage is broken: keeps what the person adds after the next login', async () => {
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    const broken = vi.spyOn(PersonStore.prototype, 'erase').mockRejectedValue(new StorageBroken('UnknownError'))
    await uploadQueue.closeSession({ ownerId: person, keep: false })
    await signIn()
    // Nothing of this person is stored before: it would be erased with the others.
    expect(await enqueue(await photo('bb.jpg'))).toMatchObject([{ result: 'volatile' }])
    broken.mockRestore()
    expect(await enqueue(await photo('ccc.jpg'))).toMatchObject([{ result: 'safe' }])
    host.isReachable = true
    await uploadQueue.retry('all')
    await expect.poll(() => [...host.received.keys()].toSorted()).toEqual(['bb.jpg', 'ccc.jpg'])
  })

  test('not keeping photos: erases everything and sends nothing', async () => {
    host.isReachable = false
    await enqueue(await photo('a.jpg'))
    await uploadQueue.closeSession({ ownerId: person, keep: false })
    host.isReachable = true
    await signIn()
    await uploadQueue.refreshGrants([7])
    expect(readQueueView().items).toEqual([])
    expect(host.received.size).toBe(0)
  })
})

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>
