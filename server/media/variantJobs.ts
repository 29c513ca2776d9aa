import { thumbnailSide } from '#domain/media/variante.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { FairQueue } from '../fairQueue.ts'
import type { ImageService } from '../images/imageService.ts'
import type { Variants, VariantTarget } from '../images/imageTask.ts'
import { InterruptedImage, UnreadableImage } from '../images/imageWorker.ts'
import { publishMediaChange } from '../live/changes.ts'
import { type MediaJobs, type JobQueue, startMediaJobs } from './mediaJobs.ts'
import { leaseVariants, returnLease, variantColumns, type VariantLease } from './mediaLease.ts'
import { storeJobResult, isFileNeeded, runUnlessErased, type MediaJobDeps } from './jobResult.ts'

export interface VariantDeps extends MediaJobDeps {
  readonly images: ImageService
}

const noLease = { variantesBail: null, variantesEssais: 0 }

/** The larger one of the variants that every media gets, in pixels. */
export const largestSide = 1600

/** A picture that ends its process, or takes too long, this many times gets no variants. */
const maxInterrupted = 3

/** Two jobs for each image process: while one waits for the database, the other one's file is decoded. */
const jobsPerProcess = 2

/** Starts the jobs. When variants cannot be made, the media stays and is shown with a placeholder. */
export function startVariantJobs(deps: VariantDeps, report: (error: unknown) => void): MediaJobs {
  const queue: JobQueue<VariantLease> = {
    lease: () => leaseVariants(deps),
    nameOf: ({ step }) => step,
    run: ({ media, step }) =>
      runUnlessErased(deps, media, () =>
        step === 'vignette' ? makeFirstVariants(deps, media) : makeLarge(deps, media),
      ),
    returnLease: ({ media }) => returnLease(deps, media, variantColumns),
  }
  return startMediaJobs(queue, { count: deps.images.processes * jobsPerProcess, report })
}

/**
 * The decoder reads a JPEG at an eighth of its size for the thumbnail, so its large variant is left for later. Other
 * files have to be decoded whole.
 */
async function makeFirstVariants(deps: VariantDeps, media: MediaRow): Promise<void> {
  const leavesLarge = media.mime === 'image/jpeg'
  const made = await tryLeased(deps, media, leavesLarge ? [thumbnailSide] : [thumbnailSide, largestSide])
  const isStored = await storeJobResult(deps, media, {
    ...(made ? { variantesEtat: 'FAITES', ...made } : { variantesEtat: 'IMPOSSIBLES' }),
    grandeAttendue: made && leavesLarge ? 1 : 0,
    ...noLease,
  })
  if (isStored) await publishMediaChange(deps.database, media)
}

async function makeLarge(deps: VariantDeps, media: MediaRow): Promise<void> {
  await tryLeased(deps, media, [largestSide])
  await storeJobResult(deps, media, { grandeAttendue: 0, ...noLease })
}

/** @throws InterruptedImage before the last try: the machine may have been the cause */
function tryLeased(deps: VariantDeps, media: MediaRow, sides: readonly number[]): Promise<Variants | null> {
  return tryVariants(deps, media, { sides, isLast: media.variantesEssais >= maxInterrupted })
}

interface VariantTry {
  readonly sides: readonly number[]
  /** Whether an interrupted try says that there are no variants. */
  readonly isLast: boolean
}

async function tryVariants(
  { storage, images }: VariantDeps,
  media: ImageFile,
  { sides, isLast }: VariantTry,
): Promise<Variants | null> {
  try {
    return await storage.withLocalFile(media.fichier, (path) =>
      storage.storeVariants(media.fichier, sides.map(variantName), (paths) =>
        images.makeVariants({ path, type: media.mime as MediaMimeType, targets: targetsOf(sides, paths) }),
      ),
    )
  } catch (error) {
    if (error instanceof UnreadableImage && (isLast || !(error instanceof InterruptedImage))) return null
    throw error
  }
}

type ImageFile = Pick<MediaRow, 'fichier' | 'mime'>

/** Variants that are made for requests, by the image service of a node. */
const requested = new WeakMap<ImageService, FairQueue<string | null>>()

export interface VariantRequest {
  /** The person who waits for it. */
  readonly personId: number
  readonly media: ImageFile & Pick<MediaRow, 'id' | 'variantesEtat'>
  /** In pixels. */
  readonly side: number
}

/**
 * Makes a variant when it does not exist yet. Concurrent requests for the same one share one decoding, and people take
 * turns ({@link FairQueue}).
 * @returns the name of the variant in the storage, or null when the media has no preview
 * @throws what the storage or the image service throws
 */
export async function makeVariant(
  deps: VariantDeps,
  { personId, media, side }: VariantRequest,
): Promise<string | null> {
  const stored = await storedVariant(deps, media, side)
  if (stored !== null || media.variantesEtat !== 'FAITES') return stored
  const queue = requested.get(deps.images) ?? new FairQueue(deps.images.processes * jobsPerProcess)
  requested.set(deps.images, queue)
  const key = `${media.fichier}/${variantName(side)}`
  return queue.run(personId, key, () => makeUnlessStored(deps, media, side))
}

async function makeUnlessStored(
  deps: VariantDeps,
  media: ImageFile & Pick<MediaRow, 'id'>,
  side: number,
): Promise<string | null> {
  const stored = await storedVariant(deps, media, side)
  if (stored !== null) return stored
  const made = (await fromLarge(deps, media, side)) ?? (await tryVariants(deps, media, { sides: [side], isLast: true }))
  if (made === null || (await isFileNeeded(deps, media))) return made && variantName(side)
  // The media was erased during the work: the sweeper may have removed its files before this one was stored.
  await deps.storage.removeVariants(media.fichier)
  return null
}

async function storedVariant({ storage }: VariantDeps, { fichier }: ImageFile, side: number): Promise<string | null> {
  const name = variantName(side)
  return (await storage.variantSize(fichier, name)) === null ? null : name
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
