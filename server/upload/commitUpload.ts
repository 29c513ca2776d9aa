import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import { eraseLater } from '../media/media.repository.ts'
import { timed } from '../metrics/measures.ts'
import { UnsafeStorage } from '../storage/partialFile.ts'
import { patchedCrc } from './blanking/patchedCrc.ts'
import type { Credential } from '../http/acteur.ts'
import { discardUpload, refuseUpload } from './endUpload.ts'
import { headOf, inspectFile, notInspected } from './inspectFile.ts'
import { type CommitReceipt, findReceipt, commitMedia } from './commit.repository.ts'
import type { ExaminedFile } from './storedMedia.repository.ts'
import { requireUpload, offsetProblem } from './uploadConflict.ts'
import { receivedFileOf } from './ownFile.ts'
import { RunningHash } from './uploadHash.ts'
import { advanceUpload, resetAttempts } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** After this many attempts that ended with the process, the file is committed without an examination. */
const maxCrashedAttempts = 2
/**
 * Time that another process has for a commit before this one finishes it. Without it, each start would claim the
 * commits in progress of all nodes, whose phones get 409.
 */
export const othersCommitMs = 120_000

/** What the row of an upload does not say yet when its last bytes have just arrived. */
export interface LastBytes {
  /** What the storage needs to complete the file. */
  readonly reception: UploadRow['reception']
  /** Bytes; for a body that did not announce its length. */
  readonly taille?: number
  /** Of the whole file; null when the bytes before are not known here. */
  readonly hash: RunningHash | null
}

/**
 * Turns a complete upload into a media. The order survives a kill between any two steps: claim, examine, make the file
 * permanent and durable, then one transaction for media, receipt and audit. Idempotent: a second call returns the same
 * receipt.
 * @param last absent when an earlier request has received all bytes
 * @throws Problem upload.empreinte, upload.type_refuse, upload.dimensions, media.deja_rejete, media.retrait_demande (the upload is over); as
 * {@link claim} and {@link commitMedia} (the bytes stay and the client can retry)
 */
export async function commitUpload(
  deps: UploadDeps,
  { upload, credential, last }: { upload: UploadRow; credential: Credential; last?: LastBytes },
): Promise<CommitReceipt> {
  if (upload.etat === 'FAIT') return receiptOf(deps, upload)
  const { hash = null, ...received } = last ?? {}
  const claimed = await claim(deps, upload, received)
  deps.hashes.keep(claimed, hash)
  const commit = () => commitClaimed(deps, claimed, credential)
  return timed('commit', commit, ({ isFailed, seconds }) => ({ isAccepted: !isFailed, seconds }))
}

/**
 * Claims an upload whose bytes are all durable, and counts the attempt before it starts. The claim protects against a
 * file that ends the process, which an unsynced commit survives. It leaves `decalage` as it is: another request may
 * answer with that offset at once, and it must be durable.
 * @returns the claimed upload with all bytes received
 * @throws Problem upload.decalage (with Upload-Offset) when another request changed the upload, serveur.indisponible
 * when earlier attempts may still run on other nodes, and as {@link requireUpload}
 */
async function claim(
  deps: UploadDeps,
  upload: UploadRow,
  received: Partial<Pick<LastBytes, 'taille' | 'reception'>>,
): Promise<UploadRow> {
  const commitAttempts = upload.commitAttempts + 1
  if (commitAttempts > maxCrashedAttempts && mayRunElsewhere(deps, upload))
    throw new Problem('serveur.indisponible', { headers: { 'Retry-After': '10' } })
  const change = {
    ...received,
    etat: 'COMMIT',
    commitAttempts,
    toucheLe: nowIso(deps.clock),
  } as const
  const claimed = await unsyncedTransaction(deps.database, (transaction) => advanceUpload(transaction, upload, change))
  if (!claimed) throw offsetProblem(await requireUpload(deps.database, upload))
  return { ...claimed, decalage: claimed.taille }
}

/** Whether another node may still run the last attempt. It has not crashed then, and does not count. */
function mayRunElsewhere({ nodeId, clock }: UploadDeps, { toucheLe }: UploadRow): boolean {
  return nodeId !== '' && toucheLe > isoFromNow(clock, -othersCommitMs)
}

async function commitClaimed(deps: UploadDeps, claimed: UploadRow, credential: Credential): Promise<CommitReceipt> {
  try {
    await deps.storage.complete(receivedFileOf(claimed))
    const name = claimed.fichierTemporaire
    const examined = await deps.storage.withLocalFile(name, (path) => examine(deps, claimed, path))
    await deps.storage.keep(claimed.fichierTemporaire)
    const committed = await commitMedia(deps, { upload: claimed, credential, examined })
    if (!committed.isTwin) deps.onCommitted(committed.mediaId)
    return committed
  } catch (error) {
    if (error instanceof Problem && isFinal(error)) await refuseUpload(deps, claimed, error.code)
    else if (error instanceof UnsafeStorage) await discardUpload(deps, claimed)
    else await reopen(deps, claimed)
    throw error
  }
}

/** The process is alive, so the file did not end the earlier attempts: resets their count. All bytes stay. */
async function reopen(deps: UploadDeps, { decalage, ...claimed }: UploadRow): Promise<void> {
  const change = { etat: 'OUVERT', decalage, commitAttempts: 0, toucheLe: nowIso(deps.clock) } as const
  if (await advanceUpload(deps.database, { ...claimed, decalage }, change)) return
  // Another node continues the upload: its claim stays valid, and it may commit the file.
  if (await resetAttempts(deps.database, claimed.id)) return
  // The row is deleted. The sweeper may have erased the file before it became permanent: list it again. A media may have
  // it: the sweeper checks.
  await eraseLater(deps.database, [claimed.fichierTemporaire], nowIso(deps.clock))
}

const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'upload.empreinte',
  'upload.type_refuse',
  'upload.dimensions',
  'media.deja_rejete',
  'media.retrait_demande',
])

function isFinal({ code }: Problem): boolean {
  return finalCodes.has(code)
}

/** The receipt of a committed upload. @throws Problem upload.introuvable when its media is unknown */
export async function receiptOf(deps: UploadDeps, upload: UploadRow): Promise<CommitReceipt> {
  const receipt = await findReceipt(deps.database, upload)
  if (!receipt) throw new Problem('upload.introuvable')
  return receipt
}

async function examine(deps: UploadDeps, upload: UploadRow, path: string): Promise<ExaminedFile> {
  const { sha256, crc32 } = (deps.hashes.take(upload) ?? (await hashOf(path))).digest()
  const file = await open(path, 'r')
  try {
    const isComplete = (await file.stat()).size === upload.taille
    if (!isComplete || (upload.sha256 !== null && upload.sha256 !== sha256)) throw new Problem('upload.empreinte')
    const head = await headOf(file)
    const type = mediaTypeOf(head)
    if (!type) throw new Problem('upload.type_refuse')
    const isSetAside = upload.commitAttempts > maxCrashedAttempts
    const examined = { auteurId: upload.utilisateurId, path, head, type }
    const inspection = isSetAside ? notInspected : await inspectFile(deps.images, examined)
    const { patches } = inspection
    const crc32Masque = patches?.length ? await patchedCrc(file, { size: upload.taille, crc32, patches }) : crc32
    return { type, sha256, crc32, ...inspection, crc32Masque, isSetAside }
  } finally {
    await file.close()
  }
}

async function hashOf(path: string): Promise<RunningHash> {
  const hash = new RunningHash()
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(piece as Buffer)
  return hash
}
