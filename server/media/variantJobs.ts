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

/** Makes the variants of new media one after the other, including those that an earlier process did not finish. */
export interface VariantJobs {
  /** Looks for work now. */
  wake(): void
  /** Looks for work and resolves when none is left. */
  idle(): Promise<void>
  /** Stops after the current media. */
  stop(): Promise<void>
}

/** Starts the jobs. When variants cannot be made, the media stays and is shown with a placeholder. */
export function startVariantJobs(deps: VariantDeps, report: (error: unknown) => void): VariantJobs {
  const stopped = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const wake = () => {
    // Chained: a media that arrives at the end of a run is found by the next one.
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

/** Leases the oldest media without variants for two minutes, so that another process skips it. */
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
  // The media was erased meanwhile: remove its new variants too.
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
 * The path of a variant. Makes it when it does not exist yet.
 * @returns null when the media has no preview
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

/** The partial name is random: another node may make the same variant concurrently. */
function targetOf(side: number, path: string): VariantTarget {
  return { side, path, partial: `${path}.${randomUUID()}.part` }
}
