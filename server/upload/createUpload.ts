import { randomUUID } from 'node:crypto'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { findLivingTwin } from '../media/media.repository.ts'
import { assertDepotAllowed, type Depot } from './depot.ts'
import { assertUploadRate } from './uploadRate.ts'
import { ownFileName } from './ownFile.ts'
import { advanceUpload, findUploadOfClient, insertUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'
import type { UploadMetadata } from './uploadMetadata.ts'

/** A camera without a time zone may be a day ahead. */
const aheadMs = 86_400_000

export interface NewUpload {
  readonly acteur: ActeurConnecte
  readonly depot: Depot
  /** Announced length in bytes. */
  readonly taille: number
  readonly metadata: UploadMetadata
}

/** A known upload goes on; a known photo is not sent again (product 24); else a new one begins. */
export type Creation =
  | { readonly kind: 'known' | 'new'; readonly upload: UploadRow }
  | { readonly kind: 'twin'; readonly mediaId: number; readonly sha256: string }

/**
 * Begins an upload or finds the one that this client id already began.
 * @throws Problem as {@link assertDepotAllowed}; upload.vide, upload.trop_volumineux, upload.rythme
 */
export async function createUpload(deps: UploadDeps, input: NewUpload): Promise<Creation> {
  const { acteur, metadata } = input
  const own = { utilisateurId: acteur.id, clientUploadId: metadata.clientUploadId }
  const known = await findUploadOfClient(deps.database, own)
  if (known && isAlive(known)) return { kind: 'known', upload: assertSameEvent(known, input) }
  if (input.taille > uploadMaxBytes) throw new Problem('upload.trop_volumineux')
  if (input.taille === 0) throw new Problem('upload.vide')
  assertDepotAllowed(input.depot)
  const twin = await findLivingTwin(deps.database, {
    auteurId: acteur.id,
    evenementId: input.depot.evenement.id,
    sha256: metadata.sha256,
    sourceSha256: metadata.sourceSha256,
  })
  if (twin) return { kind: 'twin', mediaId: twin.id, sha256: twin.sha256 }
  // Of many that begin at once each counts those before it.
  return transactionAs(deps, acteur, async (database) => {
    await assertUploadRate({ ...deps, database }, acteur.id, input.taille)
    return known ? begin({ ...deps, database }, input, known) : insert({ ...deps, database }, input)
  })
}

function isAlive(upload: UploadRow): boolean {
  return upload.etat !== 'ANNULE' && upload.etat !== 'REFUSE'
}

/** A client id is the client's promise of one photo for one event. */
function assertSameEvent(upload: UploadRow, { depot }: NewUpload): UploadRow {
  if (upload.evenementId !== depot.evenement.id) throw new Problem('upload.introuvable')
  return upload
}

async function insert(deps: UploadDeps, input: NewUpload): Promise<Creation> {
  const { acteur, metadata } = input
  const upload = { id: randomUUID(), utilisateurId: acteur.id, mediaId: null, ...fresh(deps, input) }
  await insertUpload(deps.database, { ...upload, clientUploadId: metadata.clientUploadId })
  const stored = await findUploadOfClient(deps.database, {
    utilisateurId: acteur.id,
    clientUploadId: metadata.clientUploadId,
  })
  if (!stored) throw new Problem('upload.introuvable')
  return { kind: stored.id === upload.id ? 'new' : 'known', upload: assertSameEvent(stored, input) }
}

/** Sends again what was cancelled or refused: same row, new file, from the first byte. */
async function begin(deps: UploadDeps, input: NewUpload, ended: UploadRow): Promise<Creation> {
  const upload = await advanceUpload(deps.database, ended, { ...fresh(deps, input), mediaId: null })
  if (!upload) throw new Problem('upload.decalage')
  await deps.storage.remove(ended.fichierTemporaire)
  return { kind: 'new', upload }
}

function fresh(deps: UploadDeps, { depot, taille, metadata }: NewUpload) {
  return {
    evenementId: depot.evenement.id,
    taille,
    decalage: 0,
    etat: 'OUVERT' as const,
    fichierTemporaire: ownFileName(deps),
    nom: metadata.name,
    mime: metadata.type,
    datePrise: takenBefore(metadata.takenAt, nowIso(deps.clock)),
    sha256: metadata.sha256,
    sourceSha256: metadata.sourceSha256,
    metadonnees: metadata.header,
    creeLe: nowIso(deps.clock),
    toucheLe: nowIso(deps.clock),
    erreurCode: null,
    commitAttempts: 0,
  }
}

/** When the photo was taken; null when the camera's clock is ahead by more than time zones explain: the day of the deposit counts. */
function takenBefore(takenAt: string | null, now: string): string | null {
  return takenAt !== null && Date.parse(takenAt) <= Date.parse(now) + aheadMs ? takenAt : null
}
