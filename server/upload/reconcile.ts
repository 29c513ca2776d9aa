import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import { listUploadsOfClient } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

interface Asked {
  readonly utilisateurId: number
  readonly evenementId: number
  readonly ids: readonly string[]
}

/**
 * The state of the uploads that a client remembers, in its order. A client uses it after a lost response (upload,
 * "Wire", 3).
 */
export async function reconcile({ database }: Pick<UploadDeps, 'database'>, asked: Asked): Promise<Reconciled[]> {
  const rows = asked.ids.length === 0 ? [] : await listUploadsOfClient(database, asked)
  const known = new Map(rows.map((row) => [row.clientUploadId, row]))
  return asked.ids.map((clientUploadId) => {
    const row = known.get(clientUploadId)
    const etat = row?.etat === 'FAIT' ? 'done' : row?.etat === 'OUVERT' || row?.etat === 'COMMIT' ? 'open' : 'unknown'
    if (!row || etat === 'unknown') return { clientUploadId, etat, ...nothing }
    return {
      clientUploadId,
      etat,
      mediaId: row.mediaId,
      sha256: etat === 'done' ? (row.mediaSha256 ?? row.annonce) : null,
      uploadUrl: `/api/frontend/participant/evenements/${asked.evenementId}/medias/uploads/${row.id}`,
      offset: row.decalage,
    }
  })
}

const nothing = { mediaId: null, sha256: null, uploadUrl: null, offset: null }
