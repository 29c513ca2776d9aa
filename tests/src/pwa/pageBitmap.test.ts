import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { frameOf } from '#src/pwa/pageBitmap.ts'
import { encodeFilm, filmFile } from '#tests/support/browserFilm.ts'

let film: Blob
beforeAll(async () => {
  film = new Blob([await filmFile(await encodeFilm(2))], { type: 'video/mp4' })
})
afterEach(() => vi.restoreAllMocks())

test('reads a frame that becomes readable only after the seek has ended', async () => {
  const notYet = new DOMException('The image source is not usable.', 'InvalidStateError')
  const read = vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValueOnce(notYet).mockRejectedValueOnce(notYet)
  const frame = await frameOf(film, 64)
  expect(frame.width).toBe(64)
  expect(read).toHaveBeenCalledTimes(3)
})

test('rejects at once when a frame can never be read', async () => {
  const never = new DOMException('The operation is insecure.', 'SecurityError')
  const read = vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValue(never)
  await expect(frameOf(film, 64)).rejects.toBe(never)
  expect(read).toHaveBeenCalledTimes(1)
})

test('rejects a file that the browser cannot play', async () => {
  await expect(frameOf(new Blob(['no video'], { type: 'video/mp4' }), 64)).rejects.toThrow(
    /video|media|demuxer|no supported/i,
  )
})
