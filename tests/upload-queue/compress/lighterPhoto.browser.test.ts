import { describe, expect, test } from 'vitest'
import { lighterPhoto } from '#upload-queue/compress/lighterPhoto.ts'
import { makePreview } from '#upload-queue/staging/makePreview.ts'
import { smallBitmap } from '#src/pwa/preview/smallBitmap.ts'

/** Draws a picture; without colours it is blank. */
async function drawn(width: number, height: number, colours: readonly string[]): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  for (let at = 0; at < 400 && colours.length > 0; at += 1) {
    context.fillStyle = colours[at % colours.length]!
    context.fillRect((at * 97) % width, (at * 61) % height, width / 7, height / 9)
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}
const colours = ['#c33', '#3c3', '#33c', '#fc0', '#0cf']

describe('sends the original', () => {
  test('when the library throws or cannot be loaded', async () => {
    const photo = await drawn(800, 600, colours)
    expect(await lighterPhoto(photo, 'image/jpeg', () => Promise.reject(new Error('offline')))).toBeNull()
  })

  test('when the result is not smaller or is empty', async () => {
    const photo = await drawn(800, 600, colours)
    for (const size of [photo.size, photo.size + 1, 0]) {
      expect(await lighterPhoto(photo, 'image/jpeg', async () => new Blob([new Uint8Array(size)]))).toBeNull()
    }
  })

  test('when the result is blank and the photo is not', async () => {
    const photo = await drawn(800, 600, colours)
    const blank = await drawn(200, 150, [])
    expect(blank.size).toBeLessThan(photo.size)
    expect(await lighterPhoto(photo, 'image/jpeg', async () => blank)).toBeNull()
  })

  test('when the result is not a picture', async () => {
    const photo = await drawn(800, 600, colours)
    expect(await lighterPhoto(photo, 'image/jpeg', async () => new Blob(['nonsense']))).toBeNull()
  })

  test('for videos and animations, whatever the setting', async () => {
    const small = async () => new Blob(['x'])
    const file = new File(['a video of some bytes'], 'film.mp4')
    expect(await lighterPhoto(file, 'video/mp4', small)).toBeNull()
    expect(await lighterPhoto(file, 'image/gif', small)).toBeNull()
  })
})

test('returns a smaller picture', async () => {
  const photo = await drawn(800, 600, colours)
  const lighter = await drawn(200, 150, colours)
  expect(await lighterPhoto(photo, 'image/jpeg', async () => lighter)).toBe(lighter)
})

describe('preview for the queue list', () => {
  test('is at most 320 px and 64 KiB, with the proportions of the photo', async () => {
    const preview = await makePreview(await drawn(1600, 800, colours), smallBitmap)
    expect(preview?.bytes.byteLength).toBeLessThanOrEqual(64 * 1024)
    const bitmap = await createImageBitmap(new Blob([preview!.bytes], { type: preview!.type }))
    expect([bitmap.width, bitmap.height]).toEqual([320, 160])
  })

  test('is absent when the browser cannot decode the file', async () => {
    expect(await makePreview(new Blob(['a HEIC, say']), smallBitmap)).toBeNull()
  })
})
