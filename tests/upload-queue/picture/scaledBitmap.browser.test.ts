import { afterEach, describe, expect, test, vi } from 'vitest'
import { scaledBitmap, turnsUpright } from '#upload-queue/picture/scaledBitmap.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A JPEG of 800 × 600 pixels whose four corners differ. @param orientation of its EXIF data, 1 to 8 */
async function photoOf(orientation: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(800, 600)
  const context = canvas.getContext('2d')
  for (const [at, colour] of ['red', 'lime', 'blue', 'white'].entries()) {
    context!.fillStyle = colour
    context!.fillRect((at % 2) * 400, at < 2 ? 0 : 300, 400, 300)
  }
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1]
  const entry = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const head = new Uint8Array([0xff, 0xe1, 0, 34, ...exif, ...entry])
  return new Blob([jpeg.slice(0, 2), head, jpeg.slice(2)], { type: 'image/jpeg' })
}

/** Its size, and the colours of its corners to the nearest 64. */
function look(bitmap: ImageBitmap) {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context!.drawImage(bitmap, 0, 0)
  const corners = [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) =>
      Array.from(context!.getImageData(x * width, y * height, 1, 1).data, (value) => Math.round(value / 64)),
    ),
  )
  return { width, height, corners }
}

const plain = (photo: Blob) => createImageBitmap(photo, { resizeWidth: 100, resizeQuality: 'medium' })

describe('decodes a JPEG at a fraction of its size', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('and shows it upright with an orientation of %i', async (orientation) => {
    const photo = await photoOf(orientation)
    const expected = look(await plain(photo))
    const decode = vi.spyOn(globalThis, 'createImageBitmap')
    expect(look(await scaledBitmap(photo, 100))).toEqual(expected)
    const [[frame]] = decode.mock.calls as unknown as [[VideoFrame]]
    expect([frame instanceof VideoFrame, decode.mock.calls.length]).toEqual([true, 1])
  })

  test('which is larger than what is asked for, and much smaller than the photo', async () => {
    const decode = vi.spyOn(globalThis, 'createImageBitmap')
    let decoded = 0
    decode.mockImplementationOnce(async (frame) => {
      decoded = (frame as VideoFrame).displayWidth
      return plain(await photoOf(1))
    })
    await scaledBitmap(await photoOf(1), 100)
    expect(decoded).toBe(200)
  })
})

test('does not use a decoder that ignores the orientation', async () => {
  expect(await turnsUpright()).toBe(true)
  const lying = class {
    async decode() {
      const canvas = new OffscreenCanvas(2, 1)
      canvas.getContext('2d')
      return { image: new VideoFrame(canvas, { timestamp: 0 }) }
    }
    close() {}
  }
  vi.stubGlobal('ImageDecoder', lying)
  expect(await turnsUpright()).toBe(false)
})

test('decodes a photo as the browser does when it has no such decoder', async () => {
  vi.stubGlobal('ImageDecoder', undefined)
  const photo = await photoOf(8)
  expect(look(await scaledBitmap(photo, 100))).toEqual(look(await plain(photo)))
})

test('decodes other types as the browser does', async () => {
  const canvas = new OffscreenCanvas(40, 20)
  canvas.getContext('2d')
  const { width, height } = await scaledBitmap(await canvas.convertToBlob({ type: 'image/png' }), 20)
  expect([width, height]).toEqual([20, 10])
})

test('rejects a file that is no photo', async () => {
  await expect(scaledBitmap(new Blob(['a text'], { type: 'image/jpeg' }), 20)).rejects.toThrow(/decoded/)
})
