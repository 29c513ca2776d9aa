import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { lockEvenement } from '../evenement/places.ts'
import { assertCredentialAlive } from '../grant/credential.ts'
import { type Duplicate, findDuplicate, lockMedia, type PhotoKey } from '../media/media.repository.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { assertDepotAllowed, depotForEvenement } from './depot.ts'
import { assertNotRejected, assertNotRemovedOnRequest } from './rejectedTwin.ts'
import { hasFile } from './ownFile.ts'
import { type ReadyToCommit, storeMedia } from './storedMedia.repository.ts'
import { advanceUpload, findUploadById } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'
import { notify } from '../notification/notify.ts'

/** The receipt: the media and the SHA-256 of the stored file. The client compares it with its own copy. */
export interface CommitReceipt {
  readonly mediaId: number
  readonly sha256: string
  /** The author had already uploaded this photo: this file is dropped and the receipt names the older media. */
  readonly isTwin: boolean
}

/** The receipt of a finished upload; undefined when it is unknown. Stays available after the media is deleted. */
export async function findReceipt(database: Database, upload: UploadRow): Promise<CommitReceipt | undefined> {
  const media = await database
    .selectFrom('media')
    .select(['sha256', 'clientUploadId'])
    .where('id', '=', upload.mediaId ?? 0)
    .executeTakeFirst()
  const sha256 = media?.sha256 ?? upload.sha256
  if (upload.mediaId === null || sha256 === null) return undefined
  // The media came from another upload: same photo, but its bytes may differ.
  const isTwin = media !== undefined && media.clientUploadId !== upload.clientUploadId
  return { mediaId: upload.mediaId, sha256, isTwin }
}

/** A media of the same photo, and whether the storage has its file. */
interface CheckedTwin {
  readonly fichier: string
  readonly hasFile: boolean
}

/**
 * The single transaction of a commit. An existing media of the same photo, author and event replaces this file
 * (product 24); a media whose own file was lost gets this one. Locks the account and the event and checks the rights
 * again: a concurrent logout, cancellation or deletion either waits for this transaction or is visible here. The
 * account lock also serializes the commits of one person.
 * @throws Problem session.expiree, upload.autorisation_expiree, upload.introuvable when the event is deleted, and as
 * {@link assertDepotAllowed}, {@link assertNotRejected} and {@link assertNotRemovedOnRequest}
 */
export async function commitMedia(deps: UploadDeps, ready: ReadyToCommit): Promise<CommitReceipt> {
  let checked: CheckedTwin | null = null
  for (;;) {
    const outcome: CommitReceipt | Duplicate = await insertOnce(deps, ready, checked)
    if ('mediaId' in outcome) return outcome
    // Outside the transaction: the storage may be slow.
    checked = { fichier: outcome.fichier, hasFile: await hasFile(deps, outcome) }
  }
}

/** @returns a media of the same photo whose file is to be checked first; then nothing was written */
function insertOnce(
  deps: UploadDeps,
  ready: ReadyToCommit,
  checked: CheckedTwin | null,
): Promise<CommitReceipt | Duplicate> {
  const { credential, examined } = ready
  return deps.database.transaction().execute(async (transaction) => {
    const upload = await lockOwner(transaction, ready.upload)
    const own = { auteurId: upload.utilisateurId, evenementId: upload.evenementId }
    const evenement = orThrow(await lockEvenement(transaction, own.evenementId), 'upload.introuvable')
    const inside = { clock: deps.clock, database: transaction }
    await assertCredentialAlive(inside, { id: own.auteurId, credential })
    const depot = await depotForEvenement(inside, evenement, own.auteurId)
    assertDepotAllowed(depot)
    const photo = { ...own, ...examined, sourceSha256: upload.sourceSha256 }
    const same = await findDuplicate(transaction, photo)
    if (same && same.fichier !== checked?.fichier) return same
    const twin = checked?.hasFile ? same : undefined
    if (twin) assertNotRejected(twin)
    const lost = same && !twin ? await lockDuplicate(transaction, same.id, photo) : undefined
    if (!twin && !lost) await assertNotRemovedOnRequest(transaction, photo)
    const mediaId = twin?.id ?? (await storeMedia(transaction, deps, { ...ready, upload, depot, lost }))
    if (examined.isSetAside && !twin) await notifySetAside(transaction, deps, upload)
    const unneeded = twin ? upload.fichierTemporaire : lost?.fichier
    if (unneeded !== undefined) await dropFile(transaction, unneeded, nowIso(deps.clock))
    const done = { etat: 'FAIT', decalage: upload.taille, mediaId, toucheLe: nowIso(deps.clock) } as const
    if (!(await advanceUpload(transaction, upload, done))) throw new Problem('upload.decalage')
    await writeAudit(transaction, deps.clock, {
      acteurId: upload.utilisateurId,
      action: twin ? 'media/twin' : 'media/depose',
      objet: `media:${mediaId}`,
      detail: { sha256: examined.sha256, taille: upload.taille, ...(lost && { remplace: true }) },
    })
    return { mediaId, sha256: twin?.sha256 ?? examined.sha256, isTwin: twin !== undefined }
  })
}

/**
 * Locks the account of an upload. The rest of the row stays as it was claimed, so that its fencing number is checked.
 * A fusion holds the guest's lock while it moves the upload: the second one locks the account that has it then.
 */
async function lockOwner(transaction: Database, claimed: UploadRow): Promise<UploadRow> {
  await lockUtilisateur(transaction, claimed.utilisateurId)
  const { utilisateurId } = (await findUploadById(transaction, claimed.id)) ?? claimed
  if (utilisateurId !== claimed.utilisateurId) await lockUtilisateur(transaction, utilisateurId)
  return { ...claimed, utilisateurId }
}

/** Waits for a concurrent decision on a media of the same photo, and reads it again: it may be removed now. */
async function lockDuplicate(transaction: Database, id: number, photo: PhotoKey): Promise<Duplicate | undefined> {
  await lockMedia(transaction, id)
  return findDuplicate(transaction, photo)
}

async function dropFile(transaction: Database, fichier: string, depuis: string): Promise<void> {
  await transaction
    .insertInto('fichierASupprimer')
    .values({ fichier, depuis })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notifies the author that the file was committed without an examination. */
function notifySetAside(
  transaction: Database,
  { clock }: Pick<UploadDeps, 'clock'>,
  { utilisateurId, evenementId, nom }: UploadRow,
): Promise<void> {
  return notify(transaction, clock, [
    {
      utilisateurId,
      evenementId,
      type: 'MEDIA_MIS_DE_COTE',
      titre: 'Média mis de côté',
      message:
        `Votre fichier « ${nom} » est bien arrivé, mais il n'a pas pu être analysé. Vous seul(e) pouvez télécharger ` +
        "l'original ; les autres n'en voient qu'un aperçu, s'il a pu être fait.",
    },
  ])
}
