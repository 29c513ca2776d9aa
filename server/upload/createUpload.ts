import { randomUUID } from 'node:crypto'
import { dayMs } from '#domain/contract/durations.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { reachesUpload, transactionAs, unsyncedTransactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { findDuplicate } from '../media/media.repository.ts'
import { assertDepotAllowed, type Depot } from './depot.ts'
import { assertNotRejected, assertNotRemovedOnRequest } from './rejectedTwin.ts'
import { assertUploadRate } from './uploadRate.ts'
import { hasFile, ownFileName } from './ownFile.ts'
import { advanceUpload, findUploadOfClient, insertUpload, isCancelledByOwner } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'
import type { UploadMetadata } from './uploadMetadata.ts'

/** A camera clock without a time zone can be up to a day ahead. */
const aheadMs = dayMs

export interface NewUpload {
  readonly acteur: ActeurConnecte
  readonly depot: Depot
  /** Announced length in bytes. */
  readonly taille: number
  readonly metadata: UploadMetadata
  /**
   * Whether the same request brings bytes: `appendUpload` or `depositStream` makes them durable before the answer, and
   * the row with them.
   */
  readonly hasBody: boolean
}

/** `known`: the upload continues. `twin`: the photo is already stored (product 24). `new`: a new upload starts. */
export type Creation =
  | { readonly kind: 'known' | 'new'; readonly upload: UploadRow }
  | { readonly kind: 'twin'; readonly mediaId: number; readonly sha256: string }

/**
 * Starts an upload, or returns the one that this client id already started.
 * @throws Problem as {@link assertDepotAllowed}; upload.autorisation_expiree when a fusion has left the grant only the
 * uploads announced before it; upload.annule when the person has cancelled it; upload.vide, upload.trop_volumineux,
 * upload.rythme; as {@link assertNotRejected} and {@link assertNotRemovedOnRequest}
 */
export async function createUpload(deps: UploadDeps, input: NewUpload): Promise<Creation> {
  const { acteur, metadata } = input
  const own = { utilisateurId: acteur.id, clientUploadId: metadata.clientUploadId }
  const known = await findUploadOfClient(deps.database, own)
  const isReached = known !== undefined && isAlive(known) && reachesUpload(acteur, known)
  if (!isReached && !reachesUpload(acteur, { inviteId: null })) throw new Problem('upload.autorisation_expiree')
  if (known && isCancelledByOwner(known)) throw new Problem('upload.annule')
  if (known && isAlive(known)) return { kind: 'known', upload: assertSameEvent(known, input) }
  if (input.taille > uploadMaxBytes) throw new Problem('upload.trop_volumineux')
  if (input.taille === 0) throw new Problem('upload.vide')
  assertDepotAllowed(input.depot)
  const photo = {
    auteurId: acteur.id,
    evenementId: input.depot.evenement.id,
    sha256: metadata.sha256,
    sourceSha256: metadata.sourceSha256,
  }
  const twin = await findDuplicate(deps.database, photo)
  if (twin && (await hasFile(deps, twin))) {
    assertNotRejected(twin)
    return { kind: 'twin', mediaId: twin.id, sha256: twin.sha256 }
  }
  if (!twin) await assertNotRemovedOnRequest(deps.database, photo)
  const inTransaction = input.hasBody ? unsyncedTransactionAs : transactionAs
  // Serializes concurrent creations of one person, so that each counts those before it.
  const creation = await inTransaction(deps, acteur, async (database) => {
    await assertUploadRate({ ...deps, database }, acteur.id, input.taille)
    return known ? restart({ ...deps, database }, input, known) : insert({ ...deps, database }, input)
  })
  // After the commit: a slow storage must not keep the account locked.
  if (known) await deps.storage.remove(known.fichierTemporaire)
  return creation
}

function isAlive(upload: UploadRow): boolean {
  return upload.etat !== 'ANNULE' && upload.etat !== 'REFUSE'
}

/** A client id belongs to one photo of one event. */
function assertSameEvent(upload: UploadRow, { depot }: NewUpload): UploadRow {
  if (upload.evenementId !== depot.evenement.id) throw new Problem('upload.introuvable')
  return upload
}

async function insert(deps: UploadDeps, input: NewUpload, inviteId: number | null = null): Promise<Creation> {
  const { acteur, depot, taille, metadata } = input
  const own = { utilisateurId: acteur.id, clientUploadId: metadata.clientUploadId }
  const now = nowIso(deps.clock)
  const upload = await insertUpload(deps.database, {
    id: randomUUID(),
    ...own,
    inviteId,
    evenementId: depot.evenement.id,
    taille,
    decalage: 0,
    etat: 'OUVERT',
    fichierTemporaire: ownFileName(deps),
    nom: metadata.name,
    mime: metadata.type,
    datePrise: takenBefore(metadata.takenAt, now),
    sha256: metadata.sha256,
    sourceSha256: metadata.sourceSha256,
    metadonnees: metadata.header,
    creeLe: now,
    toucheLe: now,
  })
  if (upload) return { kind: 'new', upload }
  const known = await findUploadOfClient(deps.database, own)
  if (!known) throw new Problem('upload.introuvable')
  // Cancelled since it was looked for above.
  if (isCancelledByOwner(known)) throw new Problem('upload.annule')
  return { kind: 'known', upload: assertSameEvent(known, input) }
}

/**
 * Starts a cancelled or refused upload again, as another one. The ended row stays under a client id that no client has:
 * the limits of the minute and of the day count both.
 */
async function restart(deps: UploadDeps, input: NewUpload, ended: UploadRow): Promise<Creation> {
  if (!(await advanceUpload(deps.database, ended, { clientUploadId: randomUUID() })))
    throw new Problem('upload.decalage')
  return insert(deps, input, ended.inviteId)
}

/** When the photo was taken. Null when the date is more than a day ahead; the deposit date then counts. */
function takenBefore(takenAt: string | null, now: string): string | null {
  return takenAt !== null && Date.parse(takenAt) <= Date.parse(now) + aheadMs ? takenAt : null
}
