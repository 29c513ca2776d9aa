import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { heicOf } from '#tests/support/locatedHeic.ts'
import { unePhoto } from '#tests/support/photos.ts'

/** Markers in every file created here, which must not be in any file served to others. */
export const secrets = {
  serie: 'SERIE-4711',
  fabricant: 'NOTE-DU-FABRICANT-0815',
  lieu: '+48.8566+002.3522',
  personne: 'Camille-Dupont',
}
const [largeur, hauteur] = [320, 240]

function located(image: Sharp): Sharp {
  return image.withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secrets.lieu} ${secrets.personne}</x:xmpmeta>`).withExif({
    IFD0: { Make: 'Appareil', Model: 'Modele', Artist: secrets.personne },
    IFD2: { BodySerialNumber: secrets.serie, LensSerialNumber: secrets.serie, MakerNote: secrets.fabricant },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 21/1 8/1' },
  })
}

/** Whether a program of the system exists, with the required encoders. */
export const programs = {
  ffmpeg: found('ffmpeg', spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' }).stdout, 'libx265'),
  exiftool: found('exiftool', spawnSync('exiftool', ['-ver'], { encoding: 'utf8' }).stdout, '.'),
}

/** CI must not skip a test because a program is missing. @param output null when the program is missing */
function found(program: string, output: string | null, part: string): boolean {
  const isThere = output?.includes(part) ?? false
  if (!isThere && process.env['CI']) throw new Error(`${program} is missing`)
  return isThere
}

/** One file of each type with location, owner and device. */
export const locatedMedia: Readonly<Record<string, () => Promise<Buffer>>> = {
  JPEG: async () =>
    located(sharp(await unePhoto()))
      .jpeg()
      .toBuffer(),
  PNG: async () =>
    located(sharp(await unePhoto()))
      .png()
      .toBuffer(),
  WebP: async () =>
    located(sharp(await unePhoto()))
      .webp()
      .toBuffer(),
  HEIC: async () => {
    const { exif } = await sharp(await (locatedMedia['JPEG'] as () => Promise<Buffer>)()).metadata()
    const movie = filmed('mp4', [
      '-frames:v',
      '1',
      '-c:v',
      'libx265',
      '-tag:v',
      'hvc1',
      '-x265-params',
      'log-level=none',
    ])
    return heicOf(movie, { tiff: (exif ?? Buffer.alloc(0)).subarray(6), largeur, hauteur })
  },
  MP4: () => Promise.resolve(filmed('mp4', ['-t', '1', '-c:v', 'libx264', ...metadata])),
  MOV: () => Promise.resolve(filmed('mov', ['-t', '1', '-c:v', 'libx264', ...metadata])),
}

const metadata = [
  ['location', `${secrets.lieu}/`],
  ['com.apple.quicktime.location.ISO6709', `${secrets.lieu}+035.000/`],
  ['com.apple.quicktime.make', 'Appareil'],
  ['com.apple.quicktime.serial', secrets.serie],
  ['artist', secrets.personne],
  ['comment', secrets.fabricant],
].flatMap(([name, text]) => ['-metadata', `${name}=${text}`])

function filmed(extension: string, options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'eclats-film-'))
  try {
    const file = join(folder, `film.${extension}`)
    const drawing = ['-f', 'lavfi', '-i', `testsrc=size=${largeur}x${hauteur}:rate=10`, '-pix_fmt', 'yuv420p']
    execFileSync('ffmpeg', ['-loglevel', 'error', ...drawing, ...options, '-movflags', 'use_metadata_tags', file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
