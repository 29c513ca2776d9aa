import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const fileBytes = 4 * 1024 * 1024

/**
 * Different photos of 12 megapixels and 4 MiB with a date, as files.
 * @returns their paths
 */
export async function writePhotos(folder: string, files: number): Promise<string[]> {
  const noise = Buffer.from(Array.from({ length: 400 * 300 * 3 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256))
  const photo = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .resize(4000, 3000)
    .jpeg({ quality: 80 })
    .withExif({ IFD2: { DateTimeOriginal: '2026:06:20 21:04:00' } })
    .toBuffer()
  const paths: string[] = []
  for (let n = 0; n < files; n += 1) {
    const path = join(folder, `IMG_${n}.jpg`)
    const tail = Buffer.alloc(Math.max(8, fileBytes - photo.length), n % 256)
    tail.writeUInt32BE(n, 0)
    await writeFile(path, Buffer.concat([photo, tail]))
    paths.push(path)
  }
  return paths
}
