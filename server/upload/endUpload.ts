import type { ErrorCode } from '#domain/contract/errors.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { advanceUpload, findUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** Ends an upload that can never become a media. The error code is stored, so that a retry gets the same answer. */
export async function refuseUpload(deps: UploadDeps, upload: UploadRow, erreurCode: ErrorCode): Promise<void> {
  const change = { etat: 'REFUSE', erreurCode, decalage: 0, toucheLe: nowIso(deps.clock) } as const
  if (await advanceUpload(deps.database, upload, change)) await deps.storage.remove(upload.fichierTemporaire)
}

/**
 * Ends an upload whose file cannot be trusted, after a failed sync or when acknowledged bytes are missing. The client
 * starts again from its own copy: the bytes of this one no longer count for its day.
 */
export async function discardUpload(deps: UploadDeps, upload: UploadRow): Promise<void> {
  // Update the row first: a kill in between leaves a file for the sweeper, not an offset without bytes.
  const isCancelled = await advanceUpload(deps.database, upload, { etat: 'ANNULE', decalage: 0, taille: 0 })
  if (isCancelled) await deps.storage.remove(upload.fichierTemporaire)
}

/** Cancels an upload for its owner (tus termination). Does not delete a media that the upload already became. */
export function cancelUpload(
  deps: UploadDeps,
  acteur: Pick<ActeurConnecte, 'id' | 'credential'>,
  own: Pick<UploadRow, 'id' | 'utilisateurId' | 'evenementId'>,
): Promise<void> {
  return deps.mutex.run(own.id, async () => {
    const upload = await findUpload(deps.database, own)
    if (!upload || upload.etat === 'FAIT' || upload.etat === 'ANNULE') return
    const change = { etat: 'ANNULE', decalage: 0, toucheLe: nowIso(deps.clock) } as const
    const isCancelled = await transactionAs(deps, acteur, (transaction) => advanceUpload(transaction, upload, change))
    if (isCancelled) await deps.storage.remove(upload.fichierTemporaire)
  })
}
