import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const zoom = "zoompan=z='1+0.0018*on':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=100:s=854x480:fps=25"

/** Makes a film of four seconds that zooms into a picture; null when ffmpeg is missing. @returns MP4 bytes */
export async function filmOf(jpeg: Buffer): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-film-'))
  try {
    const [picture, film] = [join(folder, 'picture.jpg'), join(folder, 'film.mp4')]
    await writeFile(picture, jpeg)
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
    await run('ffmpeg', ['-v', 'error', '-i', picture, '-vf', zoom, '-t', '4', ...codec, film], { timeout: 20_000 })
    return await readFile(film)
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
