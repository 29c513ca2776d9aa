import type { Updateable } from 'kysely'
import { thumbnailSide } from '#domain/media/variante.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { MediaRow, MediaTable } from '../database/tables/medias.ts'
import type { ImageService } from '../images/imageService.ts'
import type { Variants, VariantTarget } from '../images/imageTask.ts'
import { UnreadableImage } from '../images/imageWorker.ts'
import { publishMediaChange } from '../live/changes.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { runJob } from '../runJob.ts'
import { type Storage, StorageAway } from '../storage/storage.ts'
import { needsFile } from './media.repository.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import { leaseVariants, returnVariants, type VariantLease } from './variantLease.ts'

export interface VariantDeps extends DatabaseDeps {
  readonly storage: Storage
  readonly images: ImageService
}

/** The larger one of the variants that every media gets, in pixels. */
export const largestSide = 1600

/** Makes the variants of new media, several at a time, including those that an earlier process did not finish. */
export interface VariantJobs {
  /** Looks for work now. */
  wake(): void
  /** Looks for work and resolves when none is left. */
  idle(): Promise<void>
  /** Stops after the current media. */
  stop(): Promise<void>
}

/** Two jobs for each image process: while one waits for the database, the other one's file is decoded. */
const jobsPerProcess = 2

/** Starts the jobs. When variants cannot be made, the media stays and is shown with a placeholder. */
export function startVariantJobs(deps: VariantDeps, report: (error: unknown) => void): VariantJobs {
  const round: Round = { isOver: false, onLeased: startNext, report }
  const work = () => workOff(deps, round).catch(report)
  const jobs = Array.from({ length: deps.images.processes * jobsPerProcess }, () => new Job(work))
  let isStopped = false
  return { wake, idle, stop }

  function wake(): void {
    round.isOver = isStopped
    startNext()
  }

  /** One idle job looks for work, and the first media it finds starts the next job: most uploads need one. */
  function startNext(): void {
    const waiting = jobs.find(({ running }) => running === null)
    if (waiting) waiting.run()
    // A running job may have looked before the new media was there.
    else for (const job of jobs) job.run()
  }

  async function idle(): Promise<void> {
    wake()
    for (let job = runningJob(); job; job = runningJob()) await job.running
  }

  function runningJob(): Job | undefined {
    return jobs.find(({ running }) => running !== null)
  }

  function stop(): Promise<void> {
    isStopped = true
    return idle()
  }
}

/** Runs its work one at a time; a run that is asked for during another one follows it. */
class Job {
  running: Promise<void> | null = null
  readonly #work: () => Promise<void>
  #isAsked = false

  /** @param work never rejects */
  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  run(): void {
    this.#isAsked = true
    this.running ??= this.#runAll()
  }

  async #runAll(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false
      await this.#work()
    }
    this.running = null
  }
}

interface Round {
  /** No further media is begun: the jobs are stopped, or the storage is away. */
  isOver: boolean
  readonly onLeased: () => void
  readonly report: (error: unknown) => void
}

/**
 * Makes variants until none are left. A media that fails is reported, and does not delay the others; only a storage that
 * is away ends the round, because every other media would fail too.
 */
async function workOff(deps: VariantDeps, round: Round): Promise<void> {
  while (!round.isOver) {
    const leased = await leaseVariants(deps)
    if (!leased) return
    round.onLeased()
    try {
      await runJob(leased.step, () => makeLeased(deps, leased))
    } catch (error) {
      round.report(error)
      if (!((error as Error).cause instanceof StorageAway)) continue
      round.isOver = true
      await returnVariants(deps, leased.media)
    }
  }
}

/** A media that is erased during the work has no file or no folder of variants any more: that is no failure. */
async function makeLeased(deps: VariantDeps, { media, step }: VariantLease): Promise<void> {
  try {
    await (step === 'vignette' ? makeFirstVariants(deps, media) : makeLarge(deps, media))
  } catch (error) {
    if (await isKept(deps, media)) throw error
    await deps.storage.remove(media.fichier)
  }
}

async function isKept({ database }: VariantDeps, { id }: MediaRow): Promise<boolean> {
  const kept = database.selectFrom('media').select('id').where('id', '=', id).where(needsFile)
  return (await kept.executeTakeFirst()) !== undefined
}

/**
 * The decoder reads a JPEG at an eighth of its size for the thumbnail, so its large variant is left for later. Other
 * files have to be decoded whole.
 */
async function makeFirstVariants(deps: VariantDeps, media: MediaRow): Promise<void> {
  const leavesLarge = media.mime === 'image/jpeg'
  const made = await tryVariants(deps, media, leavesLarge ? [thumbnailSide] : [thumbnailSide, largestSide])
  const isStored = await finish(deps, media, {
    ...(made ? { variantesEtat: 'FAITES', ...made } : { variantesEtat: 'IMPOSSIBLES' }),
    grandeAttendue: made && leavesLarge ? 1 : 0,
  })
  if (isStored) await publishMediaChange(deps.database, media)
}

async function makeLarge(deps: VariantDeps, media: MediaRow): Promise<void> {
  await tryVariants(deps, media, [largestSide])
  await finish(deps, media, { grandeAttendue: 0 })
}

/** Ends the lease. Returns false when the media was erased meanwhile: its new variants are removed too. */
async function finish({ database, storage }: VariantDeps, media: MediaRow, change: Updateable<MediaTable>) {
  // After a power cut that undoes it, the variants are made again.
  const { numUpdatedRows } = await unsyncedTransaction(database, (transaction) =>
    transaction
      .updateTable('media')
      .set({ ...change, variantesBail: null, variantesEssais: 0 })
      .where('id', '=', media.id)
      .where(needsFile)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) await storage.remove(media.fichier)
  return numUpdatedRows > 0n
}

async function tryVariants(
  { storage, images }: VariantDeps,
  media: Pick<MediaRow, 'fichier' | 'mime'>,
  sides: readonly number[],
): Promise<Variants | null> {
  try {
    return await storage.withLocalFile(media.fichier, (path) =>
      storage.storeVariants(media.fichier, sides.map(variantName), (paths) =>
        images.makeVariants({ path, type: media.mime as MediaMimeType, targets: targetsOf(sides, paths) }),
      ),
    )
  } catch (error) {
    if (error instanceof UnreadableImage) return null
    throw error
  }
}

/**
 * Makes a variant when it does not exist yet.
 * @returns the name of the variant in the storage, or null when the media has no preview
 */
export async function makeVariant(
  deps: VariantDeps,
  media: Pick<MediaRow, 'fichier' | 'variantesEtat' | 'mime'>,
  side: number,
): Promise<string | null> {
  const name = variantName(side)
  if (await deps.storage.hasVariant(media.fichier, name)) return name
  if (media.variantesEtat !== 'FAITES') return null
  const made = (await fromLarge(deps, media, side)) ?? (await tryVariants(deps, media, [side]))
  return made && name
}

/** Makes a small variant from the large one, which is decoded faster than the original; null when there is none. */
async function fromLarge(
  { storage, images }: VariantDeps,
  { fichier }: Pick<MediaRow, 'fichier'>,
  side: number,
): Promise<Variants | null> {
  if (side === largestSide) return null
  return storage.withLocalVariant(fichier, variantName(largestSide), (path) =>
    storage.storeVariants(fichier, [variantName(side)], (paths) =>
      images.makeVariants({ path, type: 'image/webp', targets: targetsOf([side], paths) }),
    ),
  )
}

/** The name of a variant in the storage. */
export function variantName(side: number): string {
  return `${side}.webp`
}

function targetsOf(sides: readonly number[], paths: readonly string[]): VariantTarget[] {
  return sides.map((side, n) => ({ side, path: paths[n] ?? '' }))
}
