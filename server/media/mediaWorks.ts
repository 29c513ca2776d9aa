import { type ImageService, startImageService } from '../images/imageService.ts'
import type { Parts } from '../parts.ts'
import type { Storage } from '../storage/storage.ts'
import { finishInterruptedCommits } from '../upload/recovery.ts'
import { sweep } from '../upload/sweeper.ts'
import type { UploadDeps } from '../upload/uploadDeps.ts'
import { UploadHashes } from '../upload/uploadHash.ts'
import { UploadTurns } from '../upload/uploadTurns.ts'
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
  /** Finishes what a kill interrupted, then works in the background. Await it before listening. */
  start(): Promise<void>
  /** Ends behind the media in hand. */
  stop(): Promise<void>
}

interface WorksOptions extends Pick<UploadDeps, 'mark'> {
  /** Told of failures that no request can answer for. */
  readonly report: (error: unknown) => void
}

export function createMediaWorks(
  parts: Pick<Parts, 'database' | 'clock'>,
  storage: Storage,
  { report, mark }: WorksOptions,
): MediaWorks {
  const images = startImageService()
  const jobs = startVariantJobs({ ...parts, storage, images }, report)
  const deps: UploadDeps = {
    ...parts,
    storage,
    images,
    hashes: new UploadHashes(storage),
    turns: new UploadTurns(),
    mark,
    onCommitted: () => jobs.wake(),
  }
  const timers: NodeJS.Timeout[] = []
  return {
    ...deps,
    jobs,
    onDamaged: damageReporter(parts, report),
    async start() {
      await finishInterruptedCommits(deps, report)
      // A file that cannot be erased is no reason to receive none.
      await sweep(deps).catch(report)
      jobs.wake()
      const sweeping = setInterval(() => void sweep(deps).catch(report), sweepEveryMs)
      timers.push(sweeping.unref(), setInterval(() => jobs.wake(), wakeEveryMs).unref())
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await jobs.stop()
      await images.close()
    },
  }
}
