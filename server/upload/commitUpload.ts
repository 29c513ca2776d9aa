import { mediaTypeOf, magicByteCount } from '#domain/upload/magicBytes.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { UnsafeDisk } from '../storage/storage.ts'
import { crcOfPatched } from './blanking/patch.ts'
import type { Credential } from '../http/acteur.ts'
import { discardUpload, refuseUpload } from './endUpload.ts'
import { inspectFile, notInspected } from './inspectFile.ts'
import { assertMayCommit, type Committed, type Examined, findReceipt, insertCommitted } from './commit.repository.ts'
import { findAlive, offsetProblem } from './overtaken.ts'
import { advanceUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** After this many attempts that ended with the process, the file is committed without an examination. */
const maxCrashedAttempts = 2

/**
 * Turns a complete upload into a media. The order survives a kill between any two steps: examine, make the file
 * permanent and durable, then one transaction for media, receipt and audit. Idempotent: a second call returns the same
 * receipt.
 * @throws Problem upload.empreinte, upload.type_refuse, upload.dimensions (the upload is over) and as {@link
 * assertMayCommit} (the bytes stay and the client can retry)
 */
export async function commitUpload(deps: UploadDeps, upload: UploadRow, credential: Credential): Promise<Committed> {
  if (upload.etat === 'FAIT') return receiptOf(deps, upload)
  const claimed = await advanceUpload(deps.database, upload, claimForCommit(upload))
  if (!claimed) throw offsetProblem(await findAlive(deps.database, upload))
  return commitClaimed(deps, claimed, credential)
}

/** The row change that claims a complete upload for {@link commitClaimed}. Counts the attempt before it starts. */
export function claimForCommit({ commitAttempts }: UploadRow) {
  return { etat: 'COMMIT', commitAttempts: commitAttempts + 1 } as const
}

/** As {@link commitUpload}, for a caller that has already claimed the upload. */
export async function commitClaimed(deps: UploadDeps, claimed: UploadRow, credential: Credential): Promise<Committed> {
  try {
    // Check before the file is read in full. The transaction checks again.
    await assertMayCommit(deps, claimed, credential)
    const examined = await examine(deps, claimed)
    await deps.storage.keep(claimed.fichierTemporaire)
    const committed = await insertCommitted(deps, { upload: claimed, credential, examined })
    if (!committed.isTwin) deps.onCommitted(committed.mediaId)
    return committed
  } catch (error) {
    if (error instanceof Problem && isFinal(error)) await refuseUpload(deps, claimed, error.code)
    else if (error instanceof UnsafeDisk) await discardUpload(deps, claimed)
    // The event and this row are deleted: the deletion may not have seen this file.
    else if (error instanceof Problem && error.code === 'upload.introuvable')
      await deps.storage.remove(claimed.fichierTemporaire)
    // The process is alive, so the file did not end the earlier attempts: reset their count.
    else
      await advanceUpload(deps.database, claimed, { etat: 'OUVERT', commitAttempts: 0, toucheLe: nowIso(deps.clock) })
    throw error
  }
}

function isFinal({ code }: Problem): boolean {
  return code === 'upload.empreinte' || code === 'upload.type_refuse' || code === 'upload.dimensions'
}

/** The receipt of a committed upload. @throws Problem upload.introuvable when its media is unknown */
export async function receiptOf(deps: UploadDeps, upload: UploadRow): Promise<Committed> {
  const receipt = await findReceipt(deps.database, upload)
  if (!receipt) throw new Problem('upload.introuvable')
  return receipt
}

async function examine(deps: UploadDeps, upload: UploadRow): Promise<Examined> {
  const { storage } = deps
  const name = upload.fichierTemporaire
  const { sha256, crc32 } = (await deps.hashes.take(upload)).digest()
  const isComplete = (await storage.size(name)) === upload.taille
  if (!isComplete || (upload.sha256 !== null && upload.sha256 !== sha256)) throw new Problem('upload.empreinte')
  const type = mediaTypeOf(await storage.readAt(name, 0, magicByteCount))
  if (!type) throw new Problem('upload.type_refuse')
  const isSetAside = upload.commitAttempts > maxCrashedAttempts
  const inspection = isSetAside ? notInspected : await inspectFile(deps, name, type)
  const { patches } = inspection
  const crc32Masque = patches?.length ? await crcOfPatched(storage.read(name), patches) : crc32
  return { type, sha256, crc32, ...inspection, crc32Masque, isSetAside }
}
