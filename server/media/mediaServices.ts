import type { Role } from '../configTable.ts'
import type { Changes } from '../live/changes.ts'
import type { ImageService } from '../images/imageService.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { runJob } from '../runJob.ts'
import { type Schedule, schedule } from '../schedule.ts'
import type { Storage } from '../storage/storage.ts'
import { othersCommitMs } from '../upload/commitUpload.ts'
import { finishInterruptedCommits } from '../upload/recovery.ts'
import { sweepRegularly } from '../upload/sweeper.ts'
import type { UploadDeps } from '../upload/uploadDeps.ts'
import { FfmpegLookUp } from '../video/ffmpegLookUp.ts'
import { UploadHashes } from '../upload/uploadHash.ts'
import { UploadMutex } from '../upload/uploadMutex.ts'
import { damageReporter } from './damageReporter.ts'
import { ThumbnailCache } from './thumbnailCache.ts'
import { startLectureJobs } from './lectureJobs.ts'
import type { MediaJobs } from './mediaJobs.ts'
import { startVariantJobs } from './variantJobs.ts'

const sweepEveryMs = 15 * 60_000
/** Looks for work regularly: a process that ended may have left leases, which expire without an event. */
const wakeEveryMs = 60_000

/** The services that process files: receiving, committing, variants, sweeping. */
export interface MediaServices extends Omit<UploadDeps, 'database' | 'clock'> {
  readonly images: ImageService
  /** Makes previews. */
  readonly jobs: MediaJobs
  /** Makes the films of videos. */
  readonly lectures: MediaJobs
  readonly ffmpeg: FfmpegLookUp
  readonly thumbnails: ThumbnailCache
  readonly onDamaged: (mediaId: number) => void
  /**
   * Finishes interrupted commits and starts the background jobs; requests may run at the same time. Resolves after the
   * first round and never rejects: failures are reported.
   */
  start(): Promise<void>
  /** Stops after the current uploads and media, also during the start. */
  stop(): Promise<void>
}

interface MediaServicesOptions extends Pick<UploadDeps, 'nodeId'> {
  /** Closed at the stop. */
  readonly images: ImageService
  /** `web` runs no background job. `worker` looks for work when it receives a change of a media. */
  readonly role: Role
  /** Receives failures that belong to no request. */
  readonly report: (error: unknown) => void
}

/** Creates the services of a node. They start no background job before {@link MediaServices.start}. */
export function createMediaServices(
  { changes, ...parts }: DatabaseDeps & { readonly changes: Changes },
  storage: Storage,
  { images, report, role, nodeId }: MediaServicesOptions,
): MediaServices {
  const jobs = startVariantJobs({ ...parts, storage, images }, report)
  const ffmpeg = new FfmpegLookUp()
  const hasFfmpeg = () => ffmpeg.find()
  const lectures = startLectureJobs({ ...parts, storage, hasFfmpeg }, report)
  const wakeAll = () => {
    jobs.wake()
    lectures.wake()
  }
  const deps: UploadDeps = {
    ...parts,
    storage,
    images,
    hashes: new UploadHashes(),
    mutex: new UploadMutex(),
    nodeId,
    onCommitted: () => {
      if (role !== 'web') wakeAll()
    },
  }
  const sweep = () => runJob('sweep', () => sweepRegularly(deps, stopping.signal))
  const schedules: Schedule[] = []
  let recovering: Schedule | undefined
  const stopping = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  return {
    ...deps,
    jobs,
    lectures,
    ffmpeg,
    thumbnails: new ThumbnailCache(),
    onDamaged: damageReporter(parts, report),
    start() {
      starting = start()
      return starting
    },
    async stop() {
      stopping.abort()
      await starting
      await recovering?.stop()
      await deps.mutex.idle()
      // Not awaited: the storage may take longer for its current file than the stop of the process.
      for (const running of schedules) void running.stop()
      await Promise.all([jobs.stop(), lectures.stop()])
      await images.close()
      await storage.close()
    },
  }

  async function start(): Promise<void> {
    await recover()
    if (stopping.signal.aborted || role === 'web') return
    // Before the first look for work, so that no media is missed.
    if (role === 'worker') listen()
    // A failed sweep must not prevent uploads.
    await sweep().catch(report)
    if (stopping.signal.aborted) return
    wakeAll()
    const later = { report, startsNow: false }
    schedules.push(schedule(sweep, { ...later, everyMs: sweepEveryMs }))
    schedules.push(schedule(wakeAll, { ...later, everyMs: wakeEveryMs }))
    // Commits of a process that has ended, perhaps not to start again.
    if (nodeId !== '') recovering = schedule(recover, { ...later, everyMs: wakeEveryMs })
  }

  async function recover(): Promise<void> {
    const ageMs = nodeId === '' ? 0 : othersCommitMs
    await finishInterruptedCommits(deps, report, { stopped: stopping.signal, ageMs }).catch(report)
  }

  /** Other nodes commit media, and publish a change of each. */
  function listen(): void {
    const stopListening = [changes.listen(({ sujet }) => sujet === 'media' && wakeAll()), changes.listenMissed(wakeAll)]
    stopping.signal.addEventListener('abort', () => stopListening.forEach((stop) => stop()))
  }
}
