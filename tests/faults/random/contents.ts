import sharp from 'sharp'
import { sha256Of } from '#tests/support/photos.ts'
import { randomFrom } from '#tests/support/random.ts'
import { heavyFrom } from './plan.ts'

export interface Contents {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sha256: string
}

/** Photos by number: real JPEGs of some kilobytes, or of one to three megabytes from {@link heavyFrom} on. */
export class Album {
  readonly #known = new Map<number, Promise<Contents>>()

  photo(number: number): Promise<Contents> {
    const known = this.#known.get(number) ?? draw(number)
    this.#known.set(number, known)
    return known
  }
}

async function draw(number: number): Promise<Contents> {
  const background = { r: number % 256, g: (number >> 3) % 256, b: (number >> 6) % 256 }
  const picture = await sharp({ create: { width: 48, height: 36, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const random = randomFrom(number * 7919)
  const size = number >= heavyFrom ? 1_100_000 + random() * 2_000_000 : 500 + random() ** 3 * 60_000
  // Readers stop at the end of the picture; the rest is padding.
  const filling = new Uint32Array(Math.ceil(size / 4)).map(() => random() * 2 ** 32)
  const bytes = new Uint8Array(picture.length + filling.byteLength)
  bytes.set(picture)
  bytes.set(new Uint8Array(filling.buffer), picture.length)
  return { bytes, sha256: sha256Of(bytes) }
}
