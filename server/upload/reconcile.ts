import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Database } from '../database/database.ts'
import { reachesUpload, unsyncedTransactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { listUploadsOfClient } from './upload.repository.ts'
import { uploadUrl } from './uploadUrl.ts'

interface ReconcileRequest {
  readonly acteur: Pick<ActeurConnecte, 'id' | 'credential'>
  readonly evenementId: number
  readonly ids: readonly string[]
}

/**
 * The state of the uploads that a client remembers, in its order. A client uses it after a lost response, and before it
 * ends a cancellation. A request that creates one of them may wait for the lock of the account: an upload is unknown
 * only after that lock was free.
 * @throws Problem as {@link unsyncedTransactionAs}
 */
export async function reconcile(deps: DatabaseDeps, asked: ReconcileRequest): Promise<Reconciled[]> {
  const states = await readStates(deps.database, asked)
  if (states.every(({ etat }) => etat !== 'unknown')) return states
  return unsyncedTransactionAs(deps, asked.acteur, (database) => readStates(database, asked))
}

async function readStates(database: Database, asked: ReconcileRequest): Promise<Reconciled[]> {
  const { acteur } = asked
  const own = { ...asked, utilisateurId: acteur.id }
  const rows = asked.ids.length === 0 ? [] : await listUploadsOfClient(database, own)
  const reached = rows.filter((row) => reachesUpload(acteur, row))
  const known = new Map(reached.map((row) => [row.clientUploadId, row]))
  return asked.ids.map((clientUploadId) => {
    const row = known.get(clientUploadId)
    const etat = row?.etat === 'FAIT' ? 'done' : row?.etat === 'OUVERT' || row?.etat === 'COMMIT' ? 'open' : 'unknown'
    if (!row || etat === 'unknown') return { clientUploadId, etat, ...nothing }
    return {
      clientUploadId,
      etat,
      mediaId: row.mediaId,
      sha256: etat === 'done' ? (row.mediaSha256 ?? row.annonce) : null,
      uploadUrl: uploadUrl({ id: row.id, evenementId: asked.evenementId }),
      offset: row.decalage,
    }
  })
}

const nothing = { mediaId: null, sha256: null, uploadUrl: null, offset: null }
