import type { Readable } from 'node:stream'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { Problem } from '../http/problem.ts'
import type { ActeurConnecte, Credential } from '../http/acteur.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { claimForCommit, commitClaimed, commitUpload } from './commitUpload.ts'
import type { Committed } from './commit.repository.ts'
import { createUpload } from './createUpload.ts'
import type { Depot } from './depot.ts'
import { refuseUpload } from './endUpload.ts'
import { takeOver } from './ownFile.ts'
import { receive } from './receive.ts'
import { advanceUpload, findUploadById } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'
import type { UploadMetadata } from './uploadMetadata.ts'

export interface Deposit {
  readonly acteur: ActeurConnecte
  readonly depot: Depot
  readonly metadata: UploadMetadata
  /** Body of unknown length, at most `uploadMaxBytes`. */
  readonly body: Readable & { readonly truncated?: boolean }
}

export interface Deposited {
  readonly kind: 'new' | 'known'
  readonly committed: Committed
}

/**
 * Receives a file of unknown length in one request, and commits it like a resumable upload.
 * @throws Problem as createUpload and commitUpload; upload.vide, upload.incomplet
 */
export async function depositStream(deps: UploadDeps, deposit: Deposit): Promise<Deposited> {
  const { acteur, depot, metadata, body } = deposit
  const { credential } = acteur
  const creation = await createUpload(deps, { acteur, depot, metadata, taille: 1 })
  if (creation.kind === 'twin') return { kind: 'known', committed: { ...creation, isTwin: true } }
  return deps.mutex.run(creation.upload.id, async (interrupted) => {
    // Read the row again: the previous request may have received the file while this one waited for the mutex.
    const upload = await findUploadById(deps.database, creation.upload.id)
    if (!upload) throw new Problem('upload.introuvable')
    if (isReceived(upload)) {
      body.resume()
      return { kind: 'known', committed: await commitUpload(deps, upload, credential) }
    }
    const own = await takeOver(deps, { ...upload, decalage: 0 })
    return receiveWhole(deps, { upload: { ...own, decalage: 0 }, credential, body, interrupted })
  })
}

/** Committed, or complete except for the commit. */
function isReceived({ etat, decalage, taille }: UploadRow): boolean {
  return etat === 'FAIT' || (isOpen(etat) && decalage === taille)
}

function isOpen(etat: UploadRow['etat']): boolean {
  return etat === 'OUVERT' || etat === 'COMMIT'
}

interface Receiving extends Pick<Deposit, 'body'> {
  readonly upload: UploadRow
  readonly credential: Credential
  readonly interrupted: AbortSignal
}

async function receiveWhole(
  deps: UploadDeps,
  { upload, credential, body, interrupted }: Receiving,
): Promise<Deposited> {
  const hash = await deps.hashes.take(upload)
  try {
    const { added, isWhole, isDiskFull } = await receive({
      storage: deps.storage,
      name: upload.fichierTemporaire,
      offset: 0,
      room: uploadMaxBytes,
      body,
      hash,
      interrupted,
    })
    if (isDiskFull) throw new Problem('upload.disque_plein')
    if (body.truncated) throw new Problem('upload.trop_volumineux')
    if (!isWhole) throw new Problem('upload.incomplet')
    if (added === 0) throw new Problem('upload.vide')
    const received = { taille: added, decalage: added }
    const whole = await advanceUpload(deps.database, upload, { ...received, ...claimForCommit(upload) })
    if (!whole) throw new Problem('upload.decalage')
    deps.hashes.keep(whole, hash)
    return { kind: 'new', committed: await commitClaimed(deps, whole, credential) }
  } catch (error) {
    // When interrupted, a newer request for the same upload continues it.
    if (!interrupted.aborted) await end(deps, upload, error)
    throw error
  }
}

/**
 * A single-request upload cannot be resumed: after a failure it is cancelled and its bytes are removed, unless another
 * node took it over.
 */
async function end(deps: UploadDeps, { id, fichierTemporaire }: UploadRow, error: unknown): Promise<void> {
  const upload = await findUploadById(deps.database, id)
  if (upload?.fichierTemporaire !== fichierTemporaire || upload.etat === 'FAIT' || upload.etat === 'REFUSE') return
  if (error instanceof Problem && error.code === 'upload.type_refuse') {
    await refuseUpload(deps, upload, error.code)
    return
  }
  const isCancelled = await advanceUpload(deps.database, upload, { etat: 'ANNULE', decalage: 0 })
  if (isCancelled) await deps.storage.remove(upload.fichierTemporaire)
}
