import { type ImageService, startImageService } from '../images/imageService.ts'
import type { Parts } from '../parts.ts'
import type { Storage } from '../storage/storage.ts'
import { finishInterruptedCommits } from '../upload/recovery.ts'
import { sweep } from '../upload/sweeper.ts'
import type { UploadDeps } from '../upload/uploadDeps.ts'
import { UploadHashes } from '../upload/uploadHash.ts'
import { UploadTurns } from '../upload/uploadTurns.ts'
import { startVariantJobs, type VariantJobs } from './variantJobs.ts'

const sweepEveryMs = 15 * 60_000

/** Everything that works on files: receiving, committing, variants, sweeping. */
export interface MediaWorks extends Omit<UploadDeps, 'database' | 'clock'> {
  readonly images: ImageService
  readonly jobs: VariantJobs
  /** Finishes what a kill interrupted, then works in the background. Await it before listening. */
  start(): Promise<void>
  /** Ends behind the media in hand. */
  stop(): Promise<void>
}

/**
 * @param report told of failures that no request can answer for
 */
export function createMediaWorks(
  parts: Pick<Parts, 'database' | 'clock'>,
  storage: Storage,
  report: (error: unknown) => void,
): MediaWorks {
  const images = startImageService()
  const jobs = startVariantJobs({ ...parts, storage, images }, report)
  const deps: UploadDeps = {
    ...parts,
    storage,
    images,
    hashes: new UploadHashes(storage),
    turns: new UploadTurns(),
    onCommitted: () => jobs.wake(),
  }
  let timer: NodeJS.Timeout | undefined
  return {
    ...deps,
    jobs,
    async start() {
      await finishInterruptedCommits(deps, report)
      await sweep(deps)
      jobs.wake()
      timer = setInterval(() => void sweep(deps).catch(report), sweepEveryMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await jobs.stop()
      await images.close()
    },
  }
}
