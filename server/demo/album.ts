import { availableParallelism, tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hourMs, minuteMs } from '#domain/contract/durations.ts'
import { findMedia } from '../media/media.repository.ts'
import { markFavori, moderate } from '../media/media.usecases.ts'
import { orThrow } from '../http/problem.ts'
import { depositStream } from '../upload/depositStream.ts'
import { findDepot } from '../upload/depot.ts'
import { uploadMetadata } from '../upload/uploadMetadata.ts'
import type { PersonKey } from './accounts.ts'
import type { Scene } from './storyParts.ts'
import { DrawnCamera } from './photograph.ts'
import type { StoryEvent, StoryPhoto } from './story.ts'

const run = promisify(execFile)
const zoom = "zoompan=z='1+0.0018*on':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=100:s=854x480:fps=25"

const camera = new DrawnCamera()

interface Album {
  readonly id: number
  readonly event: StoryEvent
}

/** Uploads the photographs of an event between its start and its end (or now), and decides on them as in the story. */
export async function bringPhotos(scene: Scene, { id, event }: Album): Promise<void> {
  const { clock } = scene.parts
  const instantOf = shutterTimes(scene, event)
  await inParallel(event.photos, async (photo, at) => {
    const takenAt = instantOf(at)
    return { photo, takenAt, bytes: await camera.take(photo, takenAt) }
  }).forEach(async ({ photo, takenAt, bytes }, at) => {
    clock.moveTo(new Date(takenAt.getTime() + 3 * minuteMs))
    const mediaId = await deposit(scene, { id, by: photo.by, name: `IMG_${2041 + at * 3}.jpg`, takenAt, bytes })
    clock.moveTo(new Date(takenAt.getTime() + 11 * minuteMs))
    await decide(scene, photo, mediaId)
    if (at === 9 && event.videoBy) await bringFilm(scene, { id, by: event.videoBy, takenAt, bytes })
  })
}

/** At most eight in half an hour. Those still pending are from the last hour. */
function shutterTimes({ parts }: Scene, { from, to, photos }: StoryEvent): (at: number) => Date {
  const start = parts.clock.day(from).getTime() + hourMs
  const end = parts.clock.day(Math.min(to, 0)).getTime() - 15 * minuteMs
  const decided = photos.filter((photo) => photo.statut !== 'EN_ATTENTE').length
  const momentOf = (at: number) => start + Math.floor(at / 8) * 2.5 * hourMs + (at % 8) * 4 * minuteMs
  return (at) => new Date(at < decided ? momentOf(at) : end - (photos.length - at) * 3 * minuteMs)
}

interface DemoPhoto {
  readonly id: number
  readonly by: PersonKey
  readonly name: string
  readonly takenAt: Date
  readonly bytes: Buffer
}

/** Uses the same commit as a regular upload. */
async function deposit({ parts, cast }: Scene, { id, by, name, takenAt, bytes }: DemoPhoto): Promise<number> {
  const acteur = cast[by]
  const depot = orThrow(await findDepot(parts, acteur, id), 'evenement.introuvable')
  const metadata = uploadMetadata({ name, takenAt: takenAt.toISOString() })
  // Previews are made after the start of the server: drawing needs the processor now.
  const deps = { ...parts.medias, database: parts.database, clock: parts.clock, onCommitted: () => undefined }
  const { committed } = await depositStream(deps, {
    acteur,
    depot,
    metadata,
    body: Readable.from([bytes]),
    announced: { least: bytes.length, most: bytes.length },
  })
  return committed.mediaId
}

async function decide({ parts, cast }: Scene, photo: StoryPhoto, mediaId: number): Promise<void> {
  if (photo.statut === 'EN_ATTENTE') return
  const acteur = cast.claire
  const media = orThrow(await findMedia(parts.database, mediaId), 'media.introuvable')
  const statut = photo.statut === 'FAVORI' ? 'VALIDE' : photo.statut
  await moderate(parts, { acteur, media, statut, ...(photo.raison ? { raison: photo.raison } : {}) })
  if (photo.statut === 'FAVORI') await markFavori(parts, { acteur, media, favori: true })
}

async function bringFilm(scene: Scene, { bytes, ...rest }: Omit<DemoPhoto, 'name'>): Promise<void> {
  const film = await filmOf(bytes)
  if (!film) return
  const mediaId = await deposit(scene, { ...rest, name: 'VID_0012.mp4', bytes: film })
  const { parts, cast } = scene
  const media = orThrow(await findMedia(parts.database, mediaId), 'media.introuvable')
  await moderate(parts, { acteur: cast.claire, media, statut: 'VALIDE' })
}

/** Creates the entries of a list ahead, in parallel on all processors, and yields them in order. */
function inParallel<T, R>(list: readonly T[], make: (entry: T, at: number) => Promise<R>) {
  return {
    async forEach(use: (made: R, at: number) => Promise<void>): Promise<void> {
      const ahead: Promise<R>[] = []
      for (const [at] of list.entries()) {
        while (ahead.length < Math.min(list.length, at + 2 * availableParallelism())) {
          const next = ahead.length
          ahead.push(make(list[next] as T, next))
        }
        await use(await (ahead[at] as Promise<R>), at)
      }
    },
  }
}

/** Makes a film of four seconds that zooms into a picture; null when ffmpeg is missing. @returns MP4 bytes */
async function filmOf(jpeg: Buffer): Promise<Buffer | null> {
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
