import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { frameOf } from '#src/pwa/preview/pageBitmap.ts'
import { encodeFilm, type Film, filmFile } from '#tests/support/browserFilm.ts'

let encoded: Film
let film: Blob
beforeAll(async () => {
  encoded = await encodeFilm(2)
  film = new Blob([await filmFile(encoded)], { type: 'video/mp4' })
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

test('rejects at once a video of which the browser plays only the sound', async () => {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const track = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(track)
  await output.start()
  for (const { time, duration, bytes } of encoded.sounds) {
    const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 }
    await track.add(new EncodedPacket(Uint8Array.from(bytes), 'key', time, duration), { decoderConfig })
  }
  await output.finalize()
  const read = vi.spyOn(globalThis, 'createImageBitmap')
  await expect(frameOf(new Blob([target.buffer!], { type: 'video/mp4' }), 64)).rejects.toThrow(/only the sound/)
  expect(read).not.toHaveBeenCalled()
})

test('rejects a file that the browser cannot play', async () => {
  await expect(frameOf(new Blob(['no video'], { type: 'video/mp4' }), 64)).rejects.toThrow(
    /video|media|demuxer|no supported/i,
  )
})
