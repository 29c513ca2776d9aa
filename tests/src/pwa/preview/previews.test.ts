import { afterEach, beforeEach, expect, test } from 'vitest'
import { platformHash } from '#upload-queue/hash/hashStream.ts'
import { openQueue, type Queue } from '#upload-queue/openQueue.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import type { SmallBitmap } from '#upload-queue/picture/workerBitmap.ts'
import { stageFile } from '#upload-queue/staging/stageFile.ts'
import { FilePreviews } from '#src/pwa/preview/filePreviews.ts'
import { Previews } from '#src/pwa/preview/previews.ts'

const ownerId = 71
let queue: Queue
let drawn: number[]
/** Notes the size of each photo that is decoded. */
const smallBitmap: SmallBitmap = (photo, width) => {
  drawn.push(photo.size)
  return createImageBitmap(photo, { resizeWidth: width })
}

beforeEach(() => {
  drawn = []
  queue = openQueue({ origin: location.origin, onMessage: () => {} })
})
afterEach(async () => {
  await queue.person.erase(ownerId)
  queue.channel.close()
})

async function unePhotoDe(side: number): Promise<File> {
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.fillRect(0, 0, side / 2, side)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
  return new File([blob], `${side}.jpg`, { type: 'image/jpeg' })
}

async function stored(file: File): Promise<QueueItem> {
  const { name, type, size } = file
  const id = crypto.randomUUID()
  await queue.staging.begin([{ id, ownerId, evenementId: 7, name, type, size, takenAt: null, addedAt: 1 }], 'a page')
  const deps = { store: queue.staging, startHash: () => Promise.resolve(platformHash()) }
  await stageFile(deps, { id, bytes: file, type, takenAt: null, sourceSha256: null })
  const item = await queue.store.item(id)
  if (!item) throw new Error('the file is not stored')
  return item
}

test('makes previews when no file is copied any more, those on screen first', async () => {
  const [first, second] = [await unePhotoDe(400), await unePhotoDe(500)]
  const items = [await stored(first), await stored(second)]
  const previews = new Previews({ queue, files: new FilePreviews(smallBitmap) })
  items.forEach(({ id }, at) => previews.add(id, at === 0 ? first : second))
  const shown = previews.read(items[1]!)
  await previews.makeAll(() => true)
  expect(drawn).toEqual([])
  await previews.makeAll(() => false)
  expect((await shown)?.type).toBe('image/jpeg')
  expect(drawn).toEqual([second.size, first.size])
  for (const { id } of items) expect((await queue.staging.readPreview(id))?.type).toBe('image/jpeg')
})

test('has the preview of a file that the sheet has shown while files are copied', async () => {
  const file = await unePhotoDe(400)
  const item = await stored(file)
  const files = new FilePreviews(smallBitmap)
  await files.make(file)
  const previews = new Previews({ queue, files })
  previews.add(item.id, file)
  expect((await previews.read(item))?.type).toBe('image/jpeg')
  await previews.makeAll(() => false)
  expect(drawn).toEqual([file.size])
})

test('makes the preview that an earlier page could not store from the stored bytes, once', async () => {
  const item = await stored(await unePhotoDe(300))
  const read = async () => (await new Previews({ queue, files: new FilePreviews(smallBitmap) }).read(item))?.type
  expect([await read(), await read()]).toEqual(['image/jpeg', 'image/jpeg'])
  expect(drawn).toEqual([item.size])
})

test('tries a stored photo that this browser cannot decode once', async () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...crypto.getRandomValues(new Uint8Array(40))])
  const item = await stored(new File([bytes], 'x.jpg', { type: 'image/jpeg' }))
  const previews = new Previews({ queue, files: new FilePreviews(smallBitmap) })
  expect([await previews.read(item), await previews.read(item)]).toEqual([null, null])
  expect(drawn).toEqual([item.size])
})

test('makes no preview of a file that was dropped', async () => {
  const file = await unePhotoDe(200)
  const item = await stored(file)
  const previews = new Previews({ queue, files: new FilePreviews(smallBitmap) })
  previews.add(item.id, file)
  previews.drop(item.id)
  await previews.makeAll(() => false)
  expect(drawn).toEqual([])
})

test('stores no preview of a person who signed out while it was made', async () => {
  const file = await unePhotoDe(300)
  const item = await stored(file)
  const [begun, decoding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: SmallBitmap = async (...wanted) => {
    begun.resolve()
    await decoding.promise
    return smallBitmap(...wanted)
  }
  const previews = new Previews({ queue, files: new FilePreviews(slow) })
  previews.add(item.id, file)
  const made = previews.makeAll(() => false)
  const shown = previews.read({ ...item, state: 'done' })
  await begun.promise
  previews.clear()
  decoding.resolve()
  await made
  expect(await shown).toBeNull()
  expect(await queue.staging.readPreview(item.id)).toBeUndefined()
})
