import type { Readable } from 'node:stream'
import { Problem } from '../http/problem.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { unsyncedTransactionAs } from '../grant/credential.ts'
import { commitUpload } from './commitUpload.ts'
import type { CommitReceipt } from './commit.repository.ts'
import { createUpload } from './createUpload.ts'
import type { Depot } from './depot.ts'
import { refuseUpload } from './endUpload.ts'
import { receivedFileOf, moveToOwnFile } from './ownFile.ts'
import { receive, refusalProblem } from './receive.ts'
import { advanceUpload, findUploadById } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'
import type { UploadMetadata } from './uploadMetadata.ts'
import { bytesLeft, dailyLimitProblem } from './uploadRate.ts'

export interface Deposit {
  readonly acteur: ActeurConnecte
  readonly depot: Depot
  readonly metadata: UploadMetadata
  /** Body of unknown length, at most `uploadMaxBytes`. */
  readonly body: Readable & { readonly truncated?: boolean }
  /** Bounds of its length in bytes, as far as the request announces it. */
  readonly announced: { readonly least: number; readonly most: number }
}

export interface DepositResult {
  readonly kind: 'new' | 'known'
  readonly committed: CommitReceipt
}

/**
 * Receives a file of unknown length in one request, and commits it like a resumable upload.
 * @throws Problem as createUpload and commitUpload; upload.vide, upload.incomplet, upload.limite_jour before more than
 * the day's limit is received
 */
export async function depositStream(deps: UploadDeps, deposit: Deposit): Promise<DepositResult> {
  const { acteur, depot, metadata, body, announced } = deposit
  const { credential } = acteur
  const creation = await createUpload(deps, { acteur, depot, metadata, taille: announced.least, hasBody: true })
  if (creation.kind === 'twin') return { kind: 'known', committed: { ...creation, isTwin: true } }
  return deps.mutex.run(creation.upload.id, async (interrupted) => {
    // Read the row again: the previous request may have received the file while this one waited for the mutex.
    const upload = await findUploadById(deps.database, creation.upload.id)
    if (!upload) throw new Problem('upload.introuvable')
    if (isReceived(upload)) {
      body.resume()
      return { kind: 'known', committed: await commitUpload(deps, { upload, credential }) }
    }
    const own = await moveToOwnFile(deps, { ...upload, decalage: 0, reception: null })
    return receiveWhole(deps, {
      upload: { ...own, decalage: 0, reception: null },
      acteur,
      body,
      announced,
      interrupted,
    })
  })
}

/** Committed, or complete except for the commit. */
function isReceived({ etat, decalage, taille }: UploadRow): boolean {
  return etat === 'FAIT' || etat === 'COMMIT' || (etat === 'OUVERT' && decalage === taille)
}

interface OwnDeposit extends Pick<Deposit, 'acteur' | 'body' | 'announced'> {
  readonly upload: UploadRow
  readonly interrupted: AbortSignal
}

async function receiveWhole(deps: UploadDeps, own: OwnDeposit): Promise<DepositResult> {
  const { acteur, body, interrupted } = own
  const hash = deps.hashes.take(own.upload)
  let { upload } = own
  try {
    upload = await reserve(deps, own)
    const { bytes, reception, isWhole, refusal } = await receive({
      storage: deps.storage,
      file: receivedFileOf(upload),
      room: upload.taille,
      body,
      isWholeFile: true,
      hash,
      interrupted,
    }).catch(async (error: unknown) => {
      if (!isTooLarge(error) || upload.taille >= own.announced.most) throw error
      throw await dailyLimitProblem(deps, acteur.id, { octets: 1 })
    })
    if (refusal) throw refusalProblem(refusal)
    if (body.truncated) throw new Problem('upload.trop_volumineux')
    if (!isWhole) throw new Problem('upload.incomplet')
    if (bytes === 0) throw new Problem('upload.vide')
    const last = { taille: bytes, reception, hash }
    return { kind: 'new', committed: await commitUpload(deps, { upload, credential: acteur.credential, last }) }
  } catch (error) {
    // When interrupted, a newer request for the same upload continues it.
    if (!interrupted.aborted) await end(deps, upload, error)
    throw error
  }
}

/**
 * Gives the upload its largest possible length, or what is left of the person's day, so that concurrent ones count it.
 * @throws Problem upload.limite_jour when less is left than announced
 */
async function reserve(deps: UploadDeps, { upload, acteur, announced }: OwnDeposit): Promise<UploadRow> {
  return unsyncedTransactionAs(deps, acteur, async (database) => {
    const left = await bytesLeft({ ...deps, database }, upload)
    const octets = announced.least - left
    if (octets > 0) throw await dailyLimitProblem({ ...deps, database }, acteur.id, { octets })
    const reserved = await advanceUpload(database, upload, { taille: Math.min(announced.most, left) })
    if (!reserved) throw new Problem('upload.decalage')
    return reserved
  })
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Problem && error.code === 'upload.trop_volumineux'
}

/**
 * A single-request upload cannot be resumed: after a failure it is cancelled, its bytes are removed and no longer
 * count, unless another node continues or commits it.
 */
async function end(deps: UploadDeps, { id, fichierTemporaire }: UploadRow, error: unknown): Promise<void> {
  if (error instanceof Problem && error.code === 'upload.decalage') return
  const upload = await findUploadById(deps.database, id)
  if (upload?.etat !== 'OUVERT' || upload.fichierTemporaire !== fichierTemporaire) return
  if (error instanceof Problem && error.code === 'upload.type_refuse') {
    await refuseUpload(deps, upload, error.code)
    return
  }
  const isCancelled = await advanceUpload(deps.database, upload, { etat: 'ANNULE', decalage: 0, taille: 0 })
  if (isCancelled) await deps.storage.remove(upload.fichierTemporaire)
}
