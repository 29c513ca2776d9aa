import { hourMs } from '#domain/contract/durations.ts'
import { firstBrokenAudit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pagesById } from '../database/pagesById.ts'
import { lectureVariants } from '../media/lectureJobs.ts'
import { needsFile } from '../media/media.repository.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import { variantName } from '../media/variantJobs.ts'
import type { Storage } from '../storage/storage.ts'
import type { Finding } from './finding.ts'
import { thumbnailSide } from '#domain/media/variante.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { crcOfPatched, type Patch } from '../upload/blanking/patch.ts'
import { receivedFileOf } from '../upload/ownFile.ts'
import { findUploadById, receivedAmong } from '../upload/upload.repository.ts'
import { RunningHash } from '../upload/uploadHash.ts'

export interface IntegrityDeps {
  readonly database: Database
  readonly storage: Storage
  readonly clock: Clock
}

/** A younger file may belong to a request in progress. */
const youngMs = hourMs
/** Files that are read at the same time: an object store answers each one slowly. */
const filesAtOnce = 8
/** Rows of media can be large: they hold what is blanked. */
const pageSize = 200

/** Compares database and files and yields the differences. Reads every byte once and changes nothing. */
export async function* inspect(deps: IntegrityDeps): AsyncGenerator<Finding> {
  yield* inspectMedias(deps)
  yield* inspectUploads(deps)
  yield* inspectFiles(deps)
  yield* inspectVariants(deps)
  const broken = await firstBrokenAudit(deps.database)
  if (broken !== null) yield { kind: 'audit', id: broken }
}

async function* inspectMedias(deps: IntegrityDeps): AsyncGenerator<Finding> {
  const read = (after: number, limit: number) =>
    deps.database
      .selectFrom('media')
      .selectAll()
      .where(needsFile)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  for await (const medias of pagesById(read, { pageSize })) {
    yield* (await mapConcurrently(medias, filesAtOnce, (media) => inspectMedia(deps, media))).flat()
  }
}

/** @returns the problem of a media's file, or its missing variants */
async function inspectMedia(deps: IntegrityDeps, media: MediaRow): Promise<Finding[]> {
  const damage = await damageOf(deps, media)
  if (damage) {
    // The author may have deleted the media while its file was read.
    return (await isStillNeeded(deps, media)) ? [damage] : []
  }
  const { lectureEtat, variantesEtat, fichier } = media
  const found: Finding[] = []
  if (lectureEtat === 'FAITE' && (await deps.storage.variantSize(fichier, lectureVariants.film)) === null) {
    found.push({ kind: 'lecture', media })
  }
  if (variantesEtat === 'FAITES' && (await deps.storage.variantSize(fichier, variantName(thumbnailSide))) === null) {
    found.push({ kind: 'variants', media })
  }
  return found
}

async function damageOf({ storage }: IntegrityDeps, media: MediaRow): Promise<Finding | null> {
  const size = await storage.size(media.fichier)
  if (size === null) return { kind: 'missing', media }
  if (size !== media.taille) return { kind: 'size', media, size }
  const hash = new RunningHash()
  for await (const piece of storage.read(media.fichier)) hash.update(piece as Buffer)
  const { sha256, crc32 } = hash.digest()
  if (sha256 !== media.sha256) return { kind: 'sha256', media }
  const patches = JSON.parse(media.plagesMasquees) as Patch[] | null
  const crc32Masque = patches?.length ? await crcOfPatched(storage.read(media.fichier), patches) : crc32
  if (crc32 === media.crc32 && crc32Masque === media.crc32Masque) return null
  return { kind: 'crc', media, crc32, crc32Masque }
}

async function isStillNeeded({ database }: IntegrityDeps, media: MediaRow): Promise<boolean> {
  const row = await database
    .selectFrom('media')
    .select('id')
    .where('id', '=', media.id)
    .where(needsFile)
    .executeTakeFirst()
  return row !== undefined
}

async function* inspectUploads({ database, storage }: IntegrityDeps): AsyncGenerator<Finding> {
  const open = await database.selectFrom('upload').selectAll().where('etat', 'in', ['OUVERT', 'COMMIT']).execute()
  for (const upload of open) {
    const size = await storage.receivedBytes(receivedFileOf(upload))
    if (size >= upload.decalage) continue
    // A request may have continued the upload since it was read, and replaced what the store has of it.
    const now = await findUploadById(database, upload.id)
    if (now?.barriere === upload.barriere) yield { kind: 'upload', upload, size }
  }
}

async function* inspectFiles(deps: IntegrityDeps): AsyncGenerator<Finding> {
  const { database, storage, clock } = deps
  const young = clock.now().getTime() - youngMs
  for await (const { name, changedAt, isPermanent } of storage.list()) {
    if (changedAt.getTime() > young) continue
    const isUsed = isPermanent ? await hasRow(database, name) : (await receivedAmong(database, [name])).length > 0
    if (!isUsed) yield { kind: isPermanent ? 'orphan' : 'partial', fichier: name }
  }
}

async function* inspectVariants({ database, storage }: IntegrityDeps): AsyncGenerator<Finding> {
  for await (const fichier of storage.listVariants()) {
    if (!(await hasRow(database, fichier))) yield { kind: 'strayVariants', fichier }
  }
}

/** A single statement: with three, a commit between them would make all answers "no". */
async function hasRow(database: Database, fichier: string): Promise<boolean> {
  const row = await database
    .selectFrom('upload')
    .select('fichierTemporaire as fichier')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .where('fichierTemporaire', '=', fichier)
    .unionAll(database.selectFrom('media').select('fichier').where(needsFile).where('fichier', '=', fichier))
    .unionAll(database.selectFrom('fichierASupprimer').select('fichier').where('fichier', '=', fichier))
    .executeTakeFirst()
  return row !== undefined
}
