import { readFile } from 'node:fs/promises'
import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import { imageMaxPixels } from '#domain/upload/uploadLimits.ts'

interface HeifImage {
  get_width(): number
  get_height(): number
  display(target: Pixels, done: (filled: Pixels | null) => void): void
}
interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}
interface HeifLibrary {
  HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
}

/** Decodes a HEVC picture to RGBA pixels, already upright. The libvips of sharp cannot decode HEVC. */
export async function decodeHeic(path: string): Promise<{ data: Buffer; width: number; height: number }> {
  const { HeifDecoder } = libheif() as HeifLibrary
  const [image] = new HeifDecoder().decode(await readFile(path))
  if (!image) throw new Error('no picture in the file')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > imageMaxPixels.other) throw new Error('too many pixels')
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const filled = await new Promise<Pixels | null>((resolve) => image.display(target, resolve))
  if (!filled) throw new Error('the picture could not be decoded')
  return { data: Buffer.from(filled.data.buffer), width, height }
}
