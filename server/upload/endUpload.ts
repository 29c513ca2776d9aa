import type { ErrorCode } from '#domain/contract/errors.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { advanceUpload, findUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** Ends an upload that can never become a media; why is kept, so that a repeated question gets the same answer. */
export async function refuseUpload(deps: UploadDeps, upload: UploadRow, erreurCode: ErrorCode): Promise<void> {
  const change = { etat: 'REFUSE', erreurCode, decalage: 0, toucheLe: nowIso(deps.clock) } as const
  if (await advanceUpload(deps.database, upload, change)) await deps.storage.remove(upload.fichierTemporaire)
}

/** Ends an upload at its owner's wish (tus termination). What became a media stays one: that is deleted elsewhere. */
export function cancelUpload(
  deps: UploadDeps,
  own: Pick<UploadRow, 'id' | 'utilisateurId' | 'evenementId'>,
): Promise<void> {
  return deps.turns.take(own.id, async () => {
    const upload = await findUpload(deps.database, own)
    if (!upload || upload.etat === 'FAIT' || upload.etat === 'ANNULE') return
    const change = { etat: 'ANNULE', decalage: 0, toucheLe: nowIso(deps.clock) } as const
    if (await advanceUpload(deps.database, upload, change)) await deps.storage.remove(upload.fichierTemporaire)
  })
}
