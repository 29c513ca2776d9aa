import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { Patch } from './blanking/patch.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { lockEvenement } from '../evenement/places.ts'
import { assertCredentialAlive } from '../grant/credential.ts'
import { publishMediaChange } from '../live/changes.ts'
import { findLivingTwin } from '../media/media.repository.ts'
import type { Credential } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { notifySetAside } from './setAside.ts'
import { lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { assertDepotAllowed, type Depot, depotOf } from './depot.ts'
import { advanceUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** The receipt: the media and the SHA-256 of what is stored, for the phone to compare. */
export interface Committed {
  readonly mediaId: number
  readonly sha256: string
  /** The same photo was there already: this file was dropped and the older media answers for it. */
  readonly isTwin: boolean
}

/** What a received file turned out to be. */
export interface Examined {
  readonly type: MediaMimeType
  readonly sha256: string
  readonly crc32: number
  readonly largeur: number | null
  readonly hauteur: number | null
  /** Null: nobody can vouch for the file, its original stays with its author. */
  readonly patches: readonly Patch[] | null
  readonly crc32Masque: number
  /** The process ended twice while it was examined: it was not examined any more. */
  readonly isSetAside: boolean
}

export interface ReadyToCommit {
  readonly upload: UploadRow
  readonly credential: Credential
  readonly examined: Examined
}

/** What a finished upload became, also when its media was deleted since: the receipt stays true. */
export async function findReceipt(database: Database, upload: UploadRow): Promise<Committed | undefined> {
  const media = await database
    .selectFrom('media')
    .select(['sha256', 'clientUploadId'])
    .where('id', '=', upload.mediaId ?? 0)
    .executeTakeFirst()
  const sha256 = media?.sha256 ?? upload.sha256
  if (upload.mediaId === null || sha256 === null) return undefined
  // A media that another upload made answers for this one: its bytes may differ, the photo is the same.
  const isTwin = media !== undefined && media.clientUploadId !== upload.clientUploadId
  return { mediaId: upload.mediaId, sha256, isTwin }
}

/**
 * Decides whether the deposit is still allowed: the credential, the account, the event, the registration and the
 * consent as they are now, not as they were when the request began.
 * @throws Problem session.expiree, upload.autorisation_expiree, upload.introuvable when the event has gone, and as
 * {@link assertDepotAllowed}
 */
export async function assertMayCommit(
  deps: Pick<UploadDeps, 'database' | 'clock'>,
  upload: UploadRow,
  credential: Credential,
): Promise<Depot> {
  const { utilisateurId, evenementId } = upload
  await assertCredentialAlive(deps, { id: utilisateurId, credential })
  const depot = orThrow(await depotOf(deps, { id: utilisateurId }, evenementId), 'upload.introuvable')
  assertDepotAllowed(depot)
  return depot
}

/**
 * The one transaction of a commit. The same photo by the same person in the same event, still there, wins over this
 * file (product 24): one commit of a person at a time. Locks the account and the event, then decides again: a
 * concurrent logout, cancellation or deletion either waits for this media or is seen here.
 * @throws Problem as {@link assertMayCommit}
 */
export async function insertCommitted(deps: UploadDeps, ready: ReadyToCommit): Promise<Committed> {
  const { upload, credential, examined } = ready
  const own = { auteurId: upload.utilisateurId, evenementId: upload.evenementId }
  return deps.database.transaction().execute(async (transaction) => {
    await lockUtilisateur(transaction, own.auteurId)
    orThrow(await lockEvenement(transaction, own.evenementId), 'upload.introuvable')
    const depot = await assertMayCommit({ ...deps, database: transaction }, upload, credential)
    const twin = await findLivingTwin(transaction, { ...own, ...examined, sourceSha256: upload.sourceSha256 })
    const mediaId = twin?.id ?? (await insertMedia(transaction, deps, { ...ready, depot }))
    if (examined.isSetAside && !twin) await notifySetAside(transaction, deps, upload)
    if (twin) await dropFile(transaction, upload.fichierTemporaire, nowIso(deps.clock))
    const done = { etat: 'FAIT', mediaId, toucheLe: nowIso(deps.clock) } as const
    if (!(await advanceUpload(transaction, upload, done))) throw new Problem('upload.decalage')
    await writeAudit(transaction, deps.clock, {
      acteurId: upload.utilisateurId,
      action: twin ? 'media/twin' : 'media/depose',
      objet: `media:${mediaId}`,
      detail: { sha256: examined.sha256, taille: upload.taille },
    })
    return { mediaId, sha256: twin?.sha256 ?? examined.sha256, isTwin: twin !== undefined }
  })
}

async function insertMedia(
  transaction: Database,
  { clock }: UploadDeps,
  { upload, depot, examined }: ReadyToCommit & { readonly depot: Depot },
): Promise<number> {
  const now = nowIso(clock)
  const { id } = await transaction
    .insertInto('media')
    .values({
      evenementId: upload.evenementId,
      auteurId: upload.utilisateurId,
      type: examined.type.startsWith('video/') ? 'VIDEO' : 'IMAGE',
      mime: examined.type,
      taille: upload.taille,
      sha256: examined.sha256,
      sourceSha256: upload.sourceSha256,
      crc32: examined.crc32,
      crc32Masque: examined.crc32Masque,
      plagesMasquees: JSON.stringify(examined.patches),
      fichier: upload.fichierTemporaire,
      nomOriginal: upload.nom,
      statut: 'EN_ATTENTE',
      raison: null,
      favori: 0,
      largeur: examined.largeur,
      hauteur: examined.hauteur,
      dureeMs: null,
      datePrise: upload.datePrise ?? now,
      dateDepot: now,
      dateValidation: null,
      decideParId: null,
      thumbhash: null,
      variantesEtat: 'A_FAIRE',
      variantesBail: null,
      consentementId: depot.consentement?.id ?? null,
      clientUploadId: upload.clientUploadId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publishMediaChange(transaction, {
    evenementId: upload.evenementId,
    auteurId: upload.utilisateurId,
    statut: 'EN_ATTENTE',
  })
  return id
}

async function dropFile(transaction: Database, fichier: string, depuis: string): Promise<void> {
  await transaction
    .insertInto('fichierASupprimer')
    .values({ fichier, depuis })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
