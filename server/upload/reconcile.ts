import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Database } from '../database/database.ts'
import { nowIso } from '../clock.ts'
import { reachesUpload, transactionAs, unsyncedTransactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { insertCancelled, listUploadsOfClient } from './upload.repository.ts'
import { isDayFull } from './uploadRate.ts'
import { uploadUrl } from './uploadUrl.ts'

interface ReconcileRequest {
  readonly acteur: Pick<ActeurConnecte, 'id' | 'credential'>
  readonly evenementId: number
  readonly ids: readonly string[]
  /** Whether their person has cancelled them: those that are unknown cannot be created later. */
  readonly isCancelling: boolean
}

/**
 * The state of the uploads that a client remembers, in its order. A client uses it after a lost response, and before it
 * ends a cancellation. A request that creates one of them may wait for the lock of the account: an upload is unknown
 * only after that lock was free. One that waits for longer, for example in a proxy, is refused when it arrives if the
 * client is cancelling.
 * @throws Problem as {@link unsyncedTransactionAs}
 */
export async function reconcile(deps: DatabaseDeps, asked: ReconcileRequest): Promise<Reconciled[]> {
  const states = await readStates(deps.database, asked)
  if (states.every(({ etat }) => etat !== 'unknown')) return states
  const inTransaction = asked.isCancelling ? transactionAs : unsyncedTransactionAs
  return inTransaction(deps, asked.acteur, async (database) => {
    const now = await readStates(database, asked)
    if (asked.isCancelling) await cancelUnknown({ ...deps, database }, asked, now)
    return now
  })
}

/** Writes nothing where the server refuses the creations anyway: for a grant that announces none, and on a full day. */
async function cancelUnknown(
  { database, clock }: DatabaseDeps,
  { acteur, evenementId }: ReconcileRequest,
  states: readonly Reconciled[],
): Promise<void> {
  const ids = states.filter(({ etat }) => etat === 'unknown').map(({ clientUploadId }) => clientUploadId)
  if (ids.length === 0 || !reachesUpload(acteur, { inviteId: null })) return
  if (await isDayFull({ database, clock }, acteur.id, ids.length)) return
  await insertCancelled(database, { utilisateurId: acteur.id, evenementId, ids }, nowIso(clock))
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
