import { v7 as uuid } from 'uuid'
import { phrases } from '#domain/texte/phrases.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { ItemMoved, StorageBroken } from '#upload-queue/engine/ports.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import type { StartHash } from '#upload-queue/hash/hashStream.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueCause } from '#upload-queue/queueView.ts'
import { unreadableSentence, verdictOn } from '#upload-queue/staging/acceptable.ts'
import { SourceUnreadable } from '#upload-queue/staging/filePieces.ts'
import { hashOf, stageFile } from '#upload-queue/staging/stageFile.ts'
import { makeLighter } from './compression.ts'
import type { Previews } from './previews.ts'
import { takenAt } from './takenAt.ts'
import type { EnqueueResult, PickedFile } from './pickedFile.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const duplicateSentence = 'Ce média est déjà dans vos envois.'
const noRoomSentence =
  "Ce téléphone n'avait plus de place pour la garder. Libérez de la place, puis choisissez-la à nouveau."

export interface EnqueueDeps {
  readonly queue: Pick<Queue, 'staging' | 'store' | 'clock'>
  readonly startHash: StartHash
  readonly volatile: VolatileQueue
  readonly previews: Previews
}
export interface Destination {
  readonly ownerId: number
  readonly evenementId: number
}

/** A picked file and the row that names it. */
export interface NotedFile {
  readonly picked: PickedFile
  readonly file: StagedFile
  /** False on a phone whose storage takes not even the row. */
  readonly hasRow: boolean
}

/**
 * Writes a row for each picked file in one transaction, before a byte of them is read.
 * @param copier name of the Web Lock that this page holds
 */
export async function registerFiles(
  { queue, volatile }: Pick<EnqueueDeps, 'queue' | 'volatile'>,
  { to, copier }: { to: Destination; copier: string },
  picks: readonly PickedFile[],
): Promise<NotedFile[]> {
  const addedAt = queue.clock.now()
  const files = picks.map(({ file: { name, type }, size }): StagedFile => {
    return { ...to, id: uuid(), name, type, takenAt: null, size, addedAt }
  })
  const rows = await queue.staging.begin(files, copier).catch((error: unknown) => {
    if (error instanceof StorageBroken) return null
    throw error
  })
  // Then this page names them, as long as it lives.
  if (rows === null) volatile.note(files)
  return picks.map((picked, at) => {
    const file = (rows ?? files)[at]
    if (!file) throw new RangeError(`no row for file ${at} of ${picks.length}`)
    return { picked, file, hasRow: rows !== null }
  })
}

/** Copies the bytes of one noted file. Never rejects: whatever goes wrong is written into the row of this file alone. */
export async function enqueueFile(parts: EnqueueDeps, noted: NotedFile): Promise<EnqueueResult> {
  const { file: source } = noted.picked
  try {
    const verdict = await verdictOn(source)
    if ('sentence' in verdict) return await lose(parts, noted, verdict.sentence)
    const chosen = await choose(parts, noted.picked, verdict.type)
    return await keep(parts, noted, { ...chosen, takenAt: new Date(await takenAt(source)).toISOString() })
  } catch (error) {
    if (error instanceof ItemMoved) return answer(noted, 'cancelled')
    const isUnreadable = error instanceof SourceUnreadable
    return lose(parts, noted, isUnreadable ? unreadableSentence : phrases.uploadErreurInattendue)
  }
}

interface Chosen {
  readonly bytes: Blob
  readonly type: string
  readonly sourceSha256: string | null
}
type Dated = Chosen & { readonly takenAt: string }

/** The lighter picture where it was asked for and could be made; the original otherwise. */
async function choose({ startHash }: EnqueueDeps, { file, allegee }: PickedFile, type: MediaMimeType): Promise<Chosen> {
  const lighter = allegee ? await makeLighter(file, type) : null
  if (!lighter) return { bytes: file, type, sourceSha256: null }
  return { ...lighter, sourceSha256: await hashOf(file, startHash) }
}

async function keep(parts: EnqueueDeps, noted: NotedFile, chosen: Dated): Promise<EnqueueResult> {
  const { queue, startHash, previews } = parts
  const { id } = noted.file
  previews.make(id, chosen.bytes)
  if (!noted.hasRow) return keepInMemory(parts, noted, chosen)
  try {
    const result = await stageFile({ store: queue.staging, startHash }, { id, ...chosen })
    if (result === 'duplicate') return duplicate(parts, noted)
    void previews.keep(id)
    return answer(noted, 'safe')
  } catch (error) {
    if (error instanceof StorageBroken) return keepInMemory(parts, noted, chosen)
    previews.drop(id)
    throw error
  }
}

/** No room, or no storage at all (private window): it is sent from memory; its row stays for after this page. */
async function keepInMemory(parts: EnqueueDeps, noted: NotedFile, chosen: Dated): Promise<EnqueueResult> {
  const { bytes, sourceSha256, type } = chosen
  const sha256 = await hashOf(bytes, parts.startHash)
  const file = { ...noted.file, type, takenAt: chosen.takenAt, size: bytes.size }
  const isNew = parts.volatile.add(file, { bytes, sha256, sourceSha256: sourceSha256 ?? sha256 })
  await writeRow(parts, noted, isNew ? { cause: causeOf(parts, noRoomSentence) } : { state: 'cancelled' })
  return isNew ? answer(noted, 'volatile') : duplicate(parts, noted)
}

function duplicate({ previews }: EnqueueDeps, noted: NotedFile): EnqueueResult {
  previews.drop(noted.file.id)
  return { ...answer(noted, 'duplicate'), sentence: duplicateSentence, itemId: null }
}

async function lose(parts: EnqueueDeps, noted: NotedFile, sentence: string): Promise<EnqueueResult> {
  parts.previews.drop(noted.file.id)
  await writeRow(parts, noted, { state: 'lost_source', cause: causeOf(parts, sentence) })
  return { ...answer(noted, 'lost'), sentence }
}

function causeOf({ queue }: EnqueueDeps, message: string): QueueCause {
  return { class: 'storage', status: null, code: null, message, at: queue.clock.now() }
}

type RowChange = { state: 'lost_source'; cause: QueueCause } | { state: 'cancelled' } | { cause: QueueCause }

/** A row that cannot be written, or was given up, is left: a later start finds it as `lost_source` if it is there. */
async function writeRow({ queue, volatile }: EnqueueDeps, noted: NotedFile, change: RowChange): Promise<void> {
  const { id } = noted.file
  if (!noted.hasRow) return 'state' in change ? volatile.end(id, 'staging', change) : undefined
  await queue.store.move({ id, from: 'staging', epoch: null, change }).catch((error: unknown) => {
    if (!(error instanceof StorageBroken) && !(error instanceof ItemMoved)) throw error
  })
}

function answer({ file: { id, name } }: NotedFile, result: EnqueueResult['result']): EnqueueResult {
  return { name, result, sentence: null, itemId: id }
}
