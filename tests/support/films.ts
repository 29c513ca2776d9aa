import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Film {
  readonly extension: 'mp4' | 'mov' | 'webm'
  /** Arguments of ffmpeg between its inputs and the file. */
  readonly options: readonly string[]
  readonly size?: string
  readonly seconds?: number
  readonly hasSound?: boolean
  /** Source of the pictures; a test pattern with a moving counter when absent. */
  readonly picture?: string
}

/** Makes a film with ffmpeg. */
export function unFilm({ extension, options, size = '320x240', seconds = 1, hasSound = true, picture }: Film): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'eclats-film-'))
  try {
    const file = join(folder, `film.${extension}`)
    const drawing = ['-f', 'lavfi', '-i', picture ?? `testsrc=size=${size}:rate=15`]
    const sound = hasSound ? ['-f', 'lavfi', '-i', 'sine=frequency=440'] : []
    execFileSync('ffmpeg', ['-v', 'error', ...drawing, ...sound, '-t', String(seconds), ...options, file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const quiet = ['-x265-params', 'log-level=none']
export const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', ...quiet]
/** The transfer of an iPhone's HDR. */
export const hlg = [
  '-pix_fmt',
  'yuv420p10le',
  '-color_primaries',
  'bt2020',
  '-color_trc',
  'arib-std-b67',
  '-colorspace',
  'bt2020nc',
]

/** A file that begins as MP4 and has no picture; each word makes another one. */
export function unVideoSansImage(word = 'vide'): Buffer {
  const brand = Buffer.from('\0\0\0\x14ftypmp42\0\0\0\0mp42', 'latin1')
  const free = Buffer.from(`\0\0\0${String.fromCharCode(8 + word.length)}free${word}`, 'latin1')
  return Buffer.concat([brand, free])
}
