import { type ImageService, startImageService } from '../images/imageService.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Storage } from '../storage/storage.ts'
import { finishInterruptedCommits } from '../upload/recovery.ts'
import { sweep } from '../upload/sweeper.ts'
import type { UploadDeps } from '../upload/uploadDeps.ts'
import { UploadHashes } from '../upload/uploadHash.ts'
import { UploadMutex } from '../upload/uploadMutex.ts'
import { damageReporter } from './damagedOriginal.ts'
import { startVariantJobs, type VariantJobs } from './variantJobs.ts'

const sweepEveryMs = 15 * 60_000
/** A process that died left its leases behind: nobody else would ask for what they hold. */
const wakeEveryMs = 60_000

/** Everything that works on files: receiving, committing, variants, sweeping. */
export interface MediaWorks extends Omit<UploadDeps, 'database' | 'clock'> {
  readonly images: ImageService
  readonly jobs: VariantJobs
  /** Tells the operator of a damaged original. */
  readonly onDamaged: (mediaId: number) => void
  /**
   * Finishes what a kill interrupted and works in the background from then on; requests may come meanwhile. Resolves
   * when the first round is done, and never rejects: failures are reported.
   */
  start(): Promise<void>
  /** Ends behind the media in hand, also while it starts. */
  stop(): Promise<void>
}

interface WorksOptions extends Pick<UploadDeps, 'nodeId'> {
  /** Told of failures that no request can answer for. */
  readonly report: (error: unknown) => void
}

export function createMediaWorks(parts: DatabaseDeps, storage: Storage, { report, nodeId }: WorksOptions): MediaWorks {
  const images = startImageService()
  const jobs = startVariantJobs({ ...parts, storage, images }, report)
  const deps: UploadDeps = {
    ...parts,
    storage,
    images,
    hashes: new UploadHashes(storage),
    mutex: new UploadMutex(),
    nodeId,
    onCommitted: () => jobs.wake(),
  }
  const timers: NodeJS.Timeout[] = []
  const stopping = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  return {
    ...deps,
    jobs,
    onDamaged: damageReporter(parts, report),
    start() {
      starting = start()
      return starting
    },
    async stop() {
      stopping.abort()
      await starting
      for (const timer of timers) clearInterval(timer)
      await jobs.stop()
      await images.close()
    },
  }

  async function start(): Promise<void> {
    await finishInterruptedCommits(deps, report, stopping.signal).catch(report)
    if (stopping.signal.aborted) return
    // A file that cannot be erased is no reason to receive none.
    await sweep(deps).catch(report)
    if (stopping.signal.aborted) return
    jobs.wake()
    const sweeping = setInterval(() => void sweep(deps).catch(report), sweepEveryMs)
    timers.push(sweeping.unref(), setInterval(() => jobs.wake(), wakeEveryMs).unref())
  }
}
