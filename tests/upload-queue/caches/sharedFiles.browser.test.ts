import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  claimShared,
  dropExpiredShared,
  dropShared,
  forgetShared,
  giveShared,
  keepShared,
  ownersOfShared,
  readShared,
} from '#upload-queue/caches/sharedFiles.ts'

const now = 1_780_000_000_000
const dayMs = 24 * 3_600_000
const [lea, karim, account] = [3, 4, 5]
const aPhoto = (name: string) => new File([name], name, { type: 'image/jpeg', lastModified: 1 })
const namesFor = async (ownerId: number, at = now) =>
  (await readShared({ now: at, ownerId })).files.map(({ file }) => file.name)
/** How many files are stored, and how many of them have an owner. */
const stored = () =>
  Promise.all(
    ['eclats-partage', 'eclats-partage-proprietaires'].map(
      async (name) => (await (await caches.open(name)).keys()).length,
    ),
  )

const wipe = async () => {
  for (const name of await caches.keys()) await caches.delete(name)
}
beforeEach(wipe)
afterEach(async () => {
  vi.restoreAllMocks()
  await wipe()
})

test('shows shared files to the first person who reads them, and never to another one', async () => {
  await keepShared([aPhoto('a.jpg'), aPhoto('b.jpg')], now)
  expect(await namesFor(lea)).toEqual(['a.jpg', 'b.jpg'])
  expect(await namesFor(karim)).toEqual([])
  await keepShared([aPhoto('c.jpg')], now)
  expect(await namesFor(karim)).toEqual(['c.jpg'])
  expect(await namesFor(lea)).toEqual(['a.jpg', 'b.jpg'])
})

test('keeps files that were not read for the person whose session has ended, but not those shared after its end', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  await keepShared([aPhoto('b.jpg')], now + 1)
  await claimShared(lea, now)
  expect(await namesFor(karim)).toEqual(['b.jpg'])
  expect(await namesFor(lea)).toEqual(['a.jpg'])
})

test('gives the files of a guest to the account that the guest has become a part of', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  await namesFor(lea)
  await keepShared([aPhoto('b.jpg')], now)
  await namesFor(karim)
  expect(await ownersOfShared()).toEqual(new Set([lea, karim]))
  await giveShared(lea, account)
  expect(await namesFor(lea)).toEqual([])
  expect(await namesFor(karim)).toEqual(['b.jpg'])
  expect(await namesFor(account)).toEqual(['a.jpg'])
})

test('deletes at a logout the files of that person and those without an owner, but not others or later ones', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  await namesFor(lea)
  await keepShared([aPhoto('b.jpg')], now)
  await namesFor(karim)
  await keepShared([aPhoto('c.jpg')], now)
  await keepShared([aPhoto('d.jpg')], now + 1)
  await dropShared(karim, now)
  expect(await namesFor(karim)).toEqual(['d.jpg'])
  expect(await namesFor(lea)).toEqual(['a.jpg'])
})

test('shows the other files when one cannot be read, and counts it', async () => {
  await keepShared([aPhoto('a.jpg'), aPhoto('b.jpg')], now)
  vi.spyOn(Response.prototype, 'blob').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { files, unreadable } = await readShared({ now, ownerId: lea })
  expect(files.map(({ file }) => file.name)).toEqual(['b.jpg'])
  expect(unreadable).toBe(1)
})

test('shows the files of today, and not those of yesterday, when no file can be deleted', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  await namesFor(lea)
  await keepShared([aPhoto('b.jpg')], now + 1)
  vi.spyOn(Cache.prototype, 'delete').mockRejectedValue(new DOMException('broken', 'UnknownError'))
  expect(await namesFor(lea, now + dayMs + 1)).toEqual(['b.jpg'])
})

test('shows and deletes files without an owner when the phone is full', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new DOMException('no room', 'QuotaExceededError'))
  expect(await namesFor(lea)).toEqual(['a.jpg'])
  await dropShared(lea, now)
  expect(await namesFor(lea)).toEqual([])
})

test('deletes the files of all people after a day, also when these people do not read them', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  await namesFor(lea)
  await keepShared([aPhoto('b.jpg')], now + 1)
  await keepShared([aPhoto('c.jpg')], now + dayMs + 1)
  expect(await stored()).toEqual([2, 0])
  await dropExpiredShared(now + 2 * dayMs + 2)
  expect(await stored()).toEqual([0, 0])
})

test('deletes the files of all people after a day, and files that were queued', async () => {
  await keepShared([aPhoto('a.jpg')], now)
  await namesFor(lea)
  await keepShared([aPhoto('b.jpg'), aPhoto('c.jpg')], now + 1)
  const [, queued] = (await readShared({ now: now + 1, ownerId: lea })).files
  await forgetShared(queued ? [queued.path] : [])
  expect(await namesFor(karim, now + dayMs + 1)).toEqual([])
  expect(await namesFor(lea, now + dayMs + 1)).toEqual(['c.jpg'])
  expect(await stored()).toEqual([1, 1])
})
