import sharp, { type Sharp } from 'sharp'
import { drawScene, type Scene } from './scenes/scene.ts'
import type { Frame, StoryPhoto } from './story.ts'

/** Scenes are drawn small and enlarged: their soft light hides it, and the demonstration starts in seconds. */
const drawnWidth = 900
const longSide = 1440
const ratios = [3 / 2, 4 / 3, 3 / 4, 3 / 2] as const

interface Drawing {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** Location in the EXIF of the photographs: a lake, visible only to their author. */
const lake = { latitude: '45/1 51/1 2880/100', longitude: '6/1 11/1 540/100' }

/** Draws each scene once, then cuts the requested frames from it. */
export class DrawnCamera {
  readonly #drawings = new Map<string, Promise<Drawing>>()

  /** JPEG bytes with date, location and camera in the EXIF, as a phone writes them. */
  async take(photo: StoryPhoto, takenAt: Date): Promise<Buffer> {
    const { data, width, height } = await this.#drawing(photo)
    const picture = framed(sharp(data, { raw: { width, height, channels: 3 } }), photo.frame, { width, height })
    return picture
      .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: false })
      .jpeg({ quality: 82 })
      .withExif(exifOf(takenAt))
      .toBuffer()
  }

  #drawing({ scene, variant }: StoryPhoto): Promise<Drawing> {
    const key = `${scene}-${variant}`
    const known = this.#drawings.get(key) ?? rasterise({ name: scene, variant, ratio: ratioOf(scene.length + variant) })
    this.#drawings.set(key, known)
    return known
  }
}

async function rasterise(scene: Scene): Promise<Drawing> {
  const width = scene.ratio < 1 ? Math.round(drawnWidth * 0.75) : drawnWidth
  const { data, info } = await sharp(Buffer.from(drawScene(scene, width)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function framed(picture: Sharp, frame: Frame, { width, height }: { width: number; height: number }): Sharp {
  const part = (x: number, y: number, size: number) => ({
    left: Math.round(width * x),
    top: Math.round(height * y),
    width: Math.round(width * size),
    height: Math.round(height * size),
  })
  if (frame === 'close') return picture.extract(part(0.17, 0.07, 0.66)).modulate({ brightness: 1.05 })
  if (frame === 'left') return picture.extract(part(0.02, 0.1, 0.8)).modulate({ saturation: 1.12 })
  if (frame === 'mirror')
    return picture
      .extract(part(0.1, 0.06, 0.88))
      .flop()
      .modulate({ hue: 8 })
  return frame === 'blurred' ? picture.blur(9).modulate({ brightness: 0.8 }) : picture
}

function exifOf(takenAt: Date) {
  const date = takenAt.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  return {
    IFD0: { Make: 'Éclats', Model: 'Démonstration', DateTime: date },
    IFD2: { DateTimeOriginal: date, OffsetTimeOriginal: '+00:00' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: lake.latitude, GPSLongitudeRef: 'E', GPSLongitude: lake.longitude },
  }
}

function ratioOf(index: number): number {
  return ratios[index % ratios.length] ?? ratios[0]
}
