import { afterEach, expect, test } from 'vitest'
import { noteServerDate, serverNow } from '#src/api/serverClock.ts'
import { takenAt } from '#src/pwa/queue/takenAt.ts'
import { encodeFilm, filmFile } from '#tests/support/browserFilm.ts'

afterEach(() => noteServerDate(new Date().toUTCString()))

function unFichier(lastModified: number, type = 'image/jpeg'): File {
  return new File(['bytes'], 'photo', { type, lastModified })
}

test('takes the date of a file without EXIF data', async () => {
  const lastModified = Date.UTC(2026, 5, 20, 19)
  expect(await takenAt(unFichier(lastModified))).toBe(lastModified)
})

test("takes the time in a video's index, and the date of a file without one", async () => {
  const lastModified = Date.UTC(2026, 5, 21, 8)
  const film = await filmFile(await encodeFilm(1))
  const fileOf = (parts: BlobPart[]) => new File(parts, 'video.mp4', { type: 'video/mp4', lastModified })
  expect(await takenAt(fileOf([film]))).toBe(Date.UTC(2026, 5, 20, 19, 4))
  for (const damaged of [film.slice(0, -300), film.slice(0, 20)])
    expect(await takenAt(fileOf([damaged]))).toBe(lastModified)
  expect(await takenAt(fileOf(['bytes']))).toBe(lastModified)
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
