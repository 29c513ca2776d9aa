import { afterEach, expect, test } from 'vitest'
import { noteServerDate, serverNow } from '#src/api/serverClock.ts'
import { takenAt } from '#src/pwa/queue/takenAt.ts'

afterEach(() => noteServerDate(new Date().toUTCString()))

function unFichier(lastModified: number, type = 'image/jpeg'): File {
  return new File(['bytes'], 'photo', { type, lastModified })
}

test('takes the date of a file without EXIF data', async () => {
  const lastModified = Date.UTC(2026, 5, 20, 19)
  expect(await takenAt(unFichier(lastModified))).toBe(lastModified)
})

test.for([
  ['a photo', '1970', 0, 'image/jpeg'],
  ['a photo', '1980', Date.UTC(1980, 0), 'image/jpeg'],
  ['a video', '2000', Date.UTC(2000, 0), 'video/mp4'],
] as const)("takes the server's time for %s of a camera that counts from %s", async ([, , lastModified, type]) => {
  noteServerDate(new Date(Date.now() + 3 * 86_400_000).toUTCString())
  const before = serverNow()
  const taken = await takenAt(unFichier(lastModified, type))
  expect(taken).toBeGreaterThanOrEqual(before)
  expect(taken).toBeLessThanOrEqual(serverNow())
})
