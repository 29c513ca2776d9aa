import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { thumbnailSide } from '#domain/media/variante.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import type { ImageService } from '../images/imageService.ts'
import type { Variants, VariantTarget } from '../images/imageTask.ts'
import { UnreadableImage } from '../images/imageWorker.ts'
import { publishMediaChange } from '../live/changes.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Storage } from '../storage/storage.ts'
import { needsFile } from './media.repository.ts'

export interface VariantDeps extends DatabaseDeps {
  readonly storage: Storage
  readonly images: ImageService
}

const largestSide = 1600
const leaseMs = 120_000

/** Makes the variants of deposited media one after the other, also those a former process left undone. */
export interface VariantJobs {
  /** Looks for work now; harmless when there is none. */
  wake(): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Stops behind the media in hand. */
  stop(): Promise<void>
}

/** Starts the jobs. A failure is the media's, never the upload's: it is shown with a placeholder. */
export function startVariantJobs(deps: VariantDeps, report: (error: unknown) => void): VariantJobs {
  const stopped = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const wake = () => {
    // One behind the other: a media that arrives while the last one ends is not overlooked.
    running = running.then(() => workOff(deps, stopped.signal)).catch(report)
  }
  return {
    wake,
    idle() {
      wake()
      return running
    },
    stop() {
      stopped.abort()
      return running
    },
  }
}

async function workOff(deps: VariantDeps, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const media = await leaseNext(deps)
    if (!media) return
    await makeFirstVariants(deps, media)
  }
}

/** Takes the oldest media without variants for two minutes; another process sees the lease. */
async function leaseNext({ database, clock }: VariantDeps): Promise<MediaRow | undefined> {
  const now = nowIso(clock)
  const next = await database
    .selectFrom('media')
    .select('id')
    .where(needsFile)
    .where('variantesEtat', 'in', ['A_FAIRE', 'EN_COURS'])
    .where((where) => where.or([where('variantesBail', 'is', null), where('variantesBail', '<', now)]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  return database
    .updateTable('media')
    .set({ variantesEtat: 'EN_COURS', variantesBail: isoFromNow(clock, leaseMs) })
    .where('id', '=', next.id)
    .where('variantesEtat', 'in', ['A_FAIRE', 'EN_COURS'])
    .where((where) => where.or([where('variantesBail', 'is', null), where('variantesBail', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

async function makeFirstVariants(deps: VariantDeps, media: MediaRow): Promise<void> {
  const made = await tryVariants(deps, media, [thumbnailSide, largestSide])
  const change = made ? { variantesEtat: 'FAITES' as const, ...made } : { variantesEtat: 'IMPOSSIBLES' as const }
  const { numUpdatedRows } = await deps.database
    .updateTable('media')
    .set({ ...change, variantesBail: null })
    .where('id', '=', media.id)
    .where(needsFile)
    .executeTakeFirst()
  // Erased meanwhile: what was just made must not outlive it.
  if (numUpdatedRows === 0n) await deps.storage.remove(media.fichier)
  else await publishMediaChange(deps.database, media)
}

async function tryVariants(
  { storage, images }: VariantDeps,
  media: MediaRow,
  sides: number[],
): Promise<Variants | null> {
  try {
    return await images.makeVariants({
      path: await storage.localPath(media.fichier),
      type: media.mime as MediaMimeType,
      targets: sides.map((side) => targetOf(side, storage.variantPath(media.fichier, `${side}.webp`))),
    })
  } catch (error) {
    if (error instanceof UnreadableImage) return null
    throw error
  }
}

/**
 * The path of a variant, made now when it is of a side that is made on demand.
 * @returns null when the media has no picture to show
 */
export async function makeVariant(
  deps: VariantDeps,
  media: Pick<MediaRow, 'fichier' | 'variantesEtat'>,
  side: number,
): Promise<string | null> {
  const path = deps.storage.variantPath(media.fichier, `${side}.webp`)
  if (existsSync(path)) return path
  if (media.variantesEtat !== 'FAITES') return null
  const source = deps.storage.variantPath(media.fichier, `${largestSide}.webp`)
  if (!existsSync(source)) return null
  await deps.images.makeVariants({ path: source, type: 'image/webp', targets: [targetOf(side, path)] })
  return path
}

/** Another node may be asked for the same variant at this very moment. */
function targetOf(side: number, path: string): VariantTarget {
  return { side, path, partial: `${path}.${randomUUID()}.part` }
}
