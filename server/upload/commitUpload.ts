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

/** Attempts that ended with the process, after which a file is committed without being examined. */
const mostDeadlyAttempts = 2

/**
 * Makes a media of a whole upload, in the order that survives a kill between any two steps: examine, make the file
 * permanent and durable, then one transaction for media, receipt and audit. Calling it again gives the same receipt.
 * @throws Problem upload.empreinte, upload.type_refuse, upload.dimensions (the upload is over) and as
 * {@link assertMayCommit} (the bytes stay, it is asked again later)
 */
export async function commitUpload(deps: UploadDeps, upload: UploadRow, credential: Credential): Promise<Committed> {
  if (upload.etat === 'FAIT') return receiptOf(deps, upload)
  const claimed = await advanceUpload(deps.database, upload, claimForCommit(upload))
  if (!claimed) throw offsetProblem(await findAlive(deps.database, upload))
  return commitClaimed(deps, claimed, credential)
}

/** The change by which a whole upload is claimed for {@link commitClaimed}: the attempt is counted before it begins. */
export function claimForCommit({ commitAttempts }: UploadRow) {
  return { etat: 'COMMIT', commitAttempts: commitAttempts + 1 } as const
}

/** As {@link commitUpload}, for a caller that made the claim itself. */
export async function commitClaimed(deps: UploadDeps, claimed: UploadRow, credential: Credential): Promise<Committed> {
  try {
    // Asked before the file is read whole, and once more in the transaction.
    await assertMayCommit(deps, claimed, credential)
    const examined = await examine(deps, claimed)
    await deps.storage.keep(claimed.fichierTemporaire)
    const committed = await insertCommitted(deps, { upload: claimed, credential, examined })
    if (!committed.isTwin) deps.onCommitted(committed.mediaId)
    return committed
  } catch (error) {
    if (error instanceof Problem && isFinal(error)) await refuseUpload(deps, claimed, error.code)
    else if (error instanceof UnsafeDisk) await discardUpload(deps, claimed)
    // Its event went, and its row with it: whoever deleted them may not have known of this file yet.
    else if (error instanceof Problem && error.code === 'upload.introuvable')
      await deps.storage.remove(claimed.fichierTemporaire)
    // This process lives: the attempts before were not ended by the file.
    else
      await advanceUpload(deps.database, claimed, { etat: 'OUVERT', commitAttempts: 0, toucheLe: nowIso(deps.clock) })
    throw error
  }
}

function isFinal({ code }: Problem): boolean {
  return code === 'upload.empreinte' || code === 'upload.type_refuse' || code === 'upload.dimensions'
}

/** The receipt of an upload that was committed. @throws Problem upload.introuvable when its media is not known any more */
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
  const isSetAside = upload.commitAttempts > mostDeadlyAttempts
  const inspection = isSetAside ? notInspected : await inspectFile(deps, name, type)
  const { patches } = inspection
  const crc32Masque = patches?.length ? await crcOfPatched(storage.read(name), patches) : crc32
  return { type, sha256, crc32, ...inspection, crc32Masque, isSetAside }
}
