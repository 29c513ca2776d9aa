import { firstBrokenAudit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { needsFile } from '../media/media.repository.ts'
import type { Storage } from '../storage/storage.ts'
import type { Finding } from './finding.ts'
import { inspectMedia } from './inspectMedia.ts'

export interface IntegrityDeps {
  readonly database: Database
  readonly storage: Storage
  readonly clock: Clock
}

/** A file younger than this may belong to a request that is under way. */
const youngMs = 3_600_000
const pageSize = 200

/** Walks database and files and tells what does not fit; reads every byte once, changes nothing. */
export async function* inspect(deps: IntegrityDeps): AsyncGenerator<Finding> {
  yield* inspectMedias(deps)
  yield* inspectUploads(deps)
  yield* inspectFiles(deps)
  yield* inspectVariants(deps)
  const broken = await firstBrokenAudit(deps.database)
  if (broken !== null) yield { kind: 'audit', id: broken }
}

async function* inspectMedias(deps: IntegrityDeps): AsyncGenerator<Finding> {
  for (let last = 0; ;) {
    const medias = await deps.database
      .selectFrom('media')
      .selectAll()
      .where(needsFile)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const media of medias) yield* inspectMedia(deps, media)
    if (medias.length < pageSize) return
    last = medias.at(-1)?.id ?? last
  }
}

async function* inspectUploads({ database, storage }: IntegrityDeps): AsyncGenerator<Finding> {
  const open = await database.selectFrom('upload').selectAll().where('etat', 'in', ['OUVERT', 'COMMIT']).execute()
  for (const upload of open) {
    const size = await storage.size(upload.fichierTemporaire)
    if ((size ?? 0) < upload.decalage) yield { kind: 'upload', upload, size }
  }
}

async function* inspectFiles(deps: IntegrityDeps): AsyncGenerator<Finding> {
  const { database, storage, clock } = deps
  const young = clock.now().getTime() - youngMs
  for await (const { name, changedAt, isPermanent } of storage.list()) {
    if (changedAt.getTime() > young) continue
    const isUsed = isPermanent ? await hasRow(database, name) : await isBeingReceived(database, name)
    if (!isUsed) yield { kind: isPermanent ? 'orphan' : 'partial', fichier: name }
  }
}

async function* inspectVariants({ database, storage }: IntegrityDeps): AsyncGenerator<Finding> {
  for await (const fichier of storage.listVariants()) {
    if (!(await hasRow(database, fichier))) yield { kind: 'strayVariants', fichier }
  }
}

/** One statement: asked one after the other, a commit in between would make the answer no three times. */
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

async function isBeingReceived(database: Database, fichier: string): Promise<boolean> {
  const row = await database
    .selectFrom('upload')
    .select('id')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .where('fichierTemporaire', '=', fichier)
    .executeTakeFirst()
  return row !== undefined
}
