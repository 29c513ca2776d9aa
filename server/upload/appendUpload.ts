import type { Readable } from 'node:stream'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { PermanentFile, UnsafeStorage } from '../storage/partialFile.ts'
import { commitUpload, receiptOf } from './commitUpload.ts'
import type { CommitReceipt } from './commit.repository.ts'
import type { Credential } from '../http/acteur.ts'
import { discardUpload, refuseUpload } from './endUpload.ts'
import { assertOwnFile, requireUpload, offsetProblem, mapConflict } from './uploadConflict.ts'
import { receivedFileOf, moveToOwnFile } from './ownFile.ts'
import { receive, refusalProblem } from './receive.ts'
import { advanceUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

export interface AppendRequest {
  readonly upload: Pick<UploadRow, 'id' | 'utilisateurId' | 'evenementId'>
  readonly credential: Credential
  /** The offset of the request, in bytes. It must equal the stored offset. */
  readonly offset: number
  readonly body: Readable
  /** Content-Length in bytes; undefined when the request has none. */
  readonly length: number | undefined
}

/** The durable offset in bytes, and the receipt once the upload is complete. */
export interface AppendResult {
  readonly offset: number
  readonly committed: CommitReceipt | null
}

/**
 * Appends bytes to an upload and commits it after the last byte. An empty body at the end retries the commit.
 * @throws Problem upload.introuvable, upload.decalage (with Upload-Offset), upload.trop_volumineux,
 * upload.disque_plein, and what {@link commitUpload} throws
 */
export function appendUpload(deps: UploadDeps, input: AppendRequest): Promise<AppendResult> {
  return deps.mutex.run(input.upload.id, async (interrupted) => {
    const upload = await withItsOffset(deps, await requireUpload(deps.database, input.upload))
    if (input.offset !== upload.decalage) throw offsetProblem(upload)
    const room = upload.taille - upload.decalage
    if ((input.length ?? 0) > room || (room === 0 && (await hasBytes(input)))) {
      throw new Problem('upload.trop_volumineux')
    }
    if (upload.etat === 'FAIT') return { offset: upload.taille, committed: await receiptOf(deps, upload) }
    if (await hasLostBytes(deps, upload)) {
      await assertOwnFile(deps, upload)
      await discardUpload(deps, upload)
      throw new Problem('upload.introuvable')
    }
    // All bytes are stored and the file may already be permanent: only the commit is missing.
    if (room === 0) {
      const committed = await mapConflict(deps, upload, () =>
        commitUpload(deps, { upload, credential: input.credential }),
      )
      return { offset: upload.taille, committed }
    }
    const own = await mapConflict(deps, upload, () => moveToOwnFile(deps, upload))
    return mapConflict(deps, own, () => appendBody(deps, { ...input, upload: own, room, interrupted }))
  })
}

type AppendBodyInput = Omit<AppendRequest, 'upload'> & { upload: UploadRow; room: number; interrupted: AbortSignal }

async function appendBody(
  deps: UploadDeps,
  { upload, credential, body, room, interrupted }: AppendBodyInput,
): Promise<AppendResult> {
  const hash = deps.hashes.take(upload)
  try {
    const {
      bytes: offset,
      reception,
      isWhole,
      refusal,
    } = await receive({
      storage: deps.storage,
      file: receivedFileOf(upload),
      room,
      body,
      isWholeFile: false,
      hash,
      interrupted,
    })
    if (isWhole && offset === upload.taille) {
      return { offset, committed: await commitUpload(deps, { upload, credential, last: { reception, hash } }) }
    }
    await storeOffset(deps, upload, { decalage: offset, reception })
    deps.hashes.keep(upload, hash)
    if (refusal) throw refusalProblem(refusal, { 'Upload-Offset': String(offset) })
    return { offset, committed: null }
  } catch (error) {
    if (error instanceof UnsafeStorage) await discardUpload(deps, upload)
    // A power cut undid the claim, but not the renaming after it: all bytes are there.
    if (error instanceof PermanentFile)
      throw offsetProblem(await storeOffset(deps, upload, { decalage: upload.taille }))
    if (error instanceof Problem && error.code === 'upload.type_refuse') await refuseUpload(deps, upload, error.code)
    throw error
  }
}

/**
 * An upload whose commit was interrupted has all its bytes, but the claim did not store the offset.
 * @throws as {@link storeOffset}
 */
async function withItsOffset(deps: UploadDeps, upload: UploadRow): Promise<UploadRow> {
  const isKnown = upload.etat !== 'COMMIT' || upload.decalage === upload.taille
  return isKnown ? upload : storeOffset(deps, upload, { decalage: upload.taille })
}

/**
 * Stores an offset, durable when it resolves.
 * @throws Problem upload.decalage (with Upload-Offset) when another request changed the upload, and as
 * {@link requireUpload}
 */
async function storeOffset(
  deps: UploadDeps,
  upload: UploadRow,
  received: Pick<UploadRow, 'decalage'> & Partial<Pick<UploadRow, 'reception'>>,
): Promise<UploadRow> {
  const change = { ...received, etat: 'OUVERT', toucheLe: nowIso(deps.clock) } as const
  const advanced = await advanceUpload(deps.database, upload, change)
  if (!advanced) throw offsetProblem(await requireUpload(deps.database, upload))
  return advanced
}

/** Whether the body has at least one byte. Reads the body only when its length is unknown. */
async function hasBytes({ body, length }: AppendRequest): Promise<boolean> {
  if (length !== undefined) return length > 0
  for await (const piece of body as AsyncIterable<Buffer>) if (piece.length > 0) return true
  return false
}

/**
 * Whether acknowledged bytes are missing (a disk that lost a sync, a file edited by hand). The upload is then
 * discarded instead of padded with zeros.
 */
async function hasLostBytes({ storage }: UploadDeps, upload: UploadRow): Promise<boolean> {
  if (upload.decalage === 0) return false
  return (await storage.receivedBytes(receivedFileOf(upload))) < upload.decalage
}
