import { sql, type SqlBool } from 'kysely'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { publishMediaChange } from '../live/changes.ts'
import { makeLecture } from '../video/lecture.ts'
import { ProgramFailed } from '../video/program.ts'
import { type MediaJobs, type JobQueue, startMediaJobs } from './mediaJobs.ts'
import { lectureColumns, leaseLecture, renewLease, returnLease } from './mediaLease.ts'
import { storeJobResult, runUnlessErased, type MediaJobDeps } from './jobResult.ts'

/** The variants of a video in the storage: the film that plays in every browser, and a strip of its frames. */
export const lectureVariants = { film: 'lecture.mp4', bande: 'bande.jpg' } as const

const maxTries = 2
const renewEveryMs = 30_000

interface LectureDeps extends MediaJobDeps {
  /** Whether ffmpeg is installed. */
  hasFfmpeg(): Promise<boolean>
}

/**
 * Starts the job that makes the films of videos, one at a time. The original stays whatever happens. Without ffmpeg,
 * the rows say so, and originals are shown.
 */
export function startLectureJobs(deps: LectureDeps, report: (error: unknown) => void): MediaJobs {
  let hasRequeued = false
  const stopping = new AbortController()
  const queue: JobQueue<MediaRow> = {
    async lease() {
      if (!hasRequeued) await requeueVideosWithoutFilm(deps)
      hasRequeued = true
      return leaseLecture(deps)
    },
    nameOf: () => 'lecture',
    run: (media) =>
      runUnlessErased(deps, media, async () =>
        (await deps.hasFfmpeg()) ? makeFilm(deps, media, stopping.signal) : finishLecture(deps, media, 'SANS_FFMPEG'),
      ),
    returnLease: (media) => returnLease(deps, media, lectureColumns),
  }
  const jobs = startMediaJobs(queue, { count: 1, report })
  return {
    ...jobs,
    stop() {
      stopping.abort()
      return jobs.stop()
    },
  }
}

/** Queues the videos that came while the server had no ffmpeg: neither a film nor previews could be made. */
async function requeueVideosWithoutFilm(deps: LectureDeps): Promise<void> {
  const { database } = deps
  // As the partial index is written: with a bound value, SQLite does not use it.
  const waits = sql<SqlBool>`"lectureEtat" = 'SANS_FFMPEG'`
  const found = await database.selectFrom('media').select('id').where(waits).limit(1).executeTakeFirst()
  if (found === undefined || !(await deps.hasFfmpeg())) return
  await database
    .updateTable('media')
    .set({ variantesEtat: 'A_FAIRE' })
    .where(waits)
    .where('variantesEtat', '=', 'IMPOSSIBLES')
    .execute()
  await database.updateTable('media').set({ lectureEtat: 'A_FAIRE' }).where(waits).execute()
}

/** @throws the failure of a try, for the log; after the last one, the row says that the video has no film */
async function makeFilm(deps: MediaJobDeps, media: MediaRow, stopped: AbortSignal): Promise<void> {
  const renewing = setInterval(() => void renewLease(deps, media, lectureColumns).catch(() => undefined), renewEveryMs)
  try {
    await storeFilm(deps, media, stopped)
  } catch (error) {
    if (stopped.aborted) {
      await returnLease(deps, media, lectureColumns)
      return
    }
    if (error instanceof ProgramFailed && media.lectureEssais >= maxTries) {
      await finishLecture(deps, media, 'IMPOSSIBLE')
    }
    throw error
  } finally {
    clearInterval(renewing)
  }
  await finishLecture(deps, media, 'FAITE')
}

async function storeFilm({ storage }: MediaJobDeps, media: MediaRow, stopped: AbortSignal): Promise<void> {
  await storage.withLocalFile(media.fichier, (path) =>
    storage.storeVariants(media.fichier, Object.values(lectureVariants), ([film = '', bande = '']) => {
      const type = media.mime as MediaMimeType
      return makeLecture({ path, type, film, bande }, stopped)
    }),
  )
}

async function finishLecture(deps: MediaJobDeps, media: MediaRow, lectureEtat: MediaRow['lectureEtat']): Promise<void> {
  const isStored = await storeJobResult(deps, media, { lectureEtat, lectureBail: null, lectureEssais: 0 })
  if (isStored) await publishMediaChange(deps.database, media)
}
