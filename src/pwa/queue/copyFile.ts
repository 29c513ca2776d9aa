import { phrases } from '#domain/texte/phrases.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { noAnswerCause } from '#upload-queue/engine/outcome.ts'
import { ItemMoved, StorageBroken, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import type { StartHash } from '#upload-queue/hash/hashStream.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueCause } from '#upload-queue/engine/states.ts'
import { unreadableFileSentence, verdictOn } from '#upload-queue/staging/acceptable.ts'
import { SourceUnreadable } from '#upload-queue/readPart.ts'
import { hashOf, stageFile } from '#upload-queue/staging/stageFile.ts'
import { makeLighter } from './compression.ts'
import type { Previews } from '#src/pwa/preview/previews.ts'
import { takenAt } from './takenAt.ts'
import type { EnqueueResult, PickedFile } from './pickedFile.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const duplicateSentence = 'Ce média est déjà dans vos envois.'
const noRoomSentence =
  "Ce téléphone n'avait plus de place pour la garder. Libérez de la place, puis choisissez-la à nouveau."
const fullSentence = 'Plus de place.'
const refusedSentence = "Ce navigateur refuse d'en garder une copie."

export interface CopyDeps {
  readonly queue: Pick<Queue, 'staging' | 'store' | 'clock'>
  readonly startHash: StartHash
  readonly volatile: VolatileQueue
  readonly previews: Previews
}

/** A picked file and its row. */
export interface RegisteredFile {
  readonly picked: PickedFile
  /** The fields of its row that are known when the file is picked. */
  readonly row: StagedFile
  /** Why the device's storage could not write the row; null when it did. */
  readonly rowError: StorageBroken | null
  /** See {@link VolatileQueue.nextNumber}. */
  readonly pickNumber: number
}

/** Copies the bytes of one registered file. Never rejects: an error is written into this file's row only. */
export async function copyFile(deps: CopyDeps, registered: RegisteredFile): Promise<EnqueueResult> {
  const { file: source, size } = registered.picked
  try {
    const [verdict, taken] = await Promise.all([verdictOn(source, size), takenAt(source)])
    if ('sentence' in verdict) return await markLost(deps, registered, verdict.sentence)
    const chosen = await chooseBytes(deps, registered.picked, verdict.type)
    return await storeBytes(deps, registered, { ...chosen, takenAt: new Date(taken).toISOString() })
  } catch (error) {
    if (error instanceof ItemMoved) {
      deps.previews.drop(registered.row.id)
      return resultOf(registered, 'cancelled')
    }
    const isUnreadable = error instanceof SourceUnreadable
    return markLost(deps, registered, isUnreadable ? unreadableFileSentence : phrases.uploadErreurInattendue)
  }
}

interface ChosenBytes {
  readonly bytes: Blob
  readonly type: string
  readonly sourceSha256: string | null
}
type DatedBytes = ChosenBytes & { readonly takenAt: string }

/** The lighter picture when requested and possible; otherwise the original. */
async function chooseBytes(
  { startHash }: CopyDeps,
  { file, allegee }: PickedFile,
  type: MediaMimeType,
): Promise<ChosenBytes> {
  const lighter = allegee ? await makeLighter(file, type) : null
  if (!lighter) return { bytes: file, type, sourceSha256: null }
  return { ...lighter, sourceSha256: await hashOf(file, startHash) }
}

async function storeBytes(deps: CopyDeps, registered: RegisteredFile, chosen: DatedBytes): Promise<EnqueueResult> {
  const { queue, startHash } = deps
  const { id } = registered.row
  if (registered.rowError) return keepInMemory(deps, registered, { ...chosen, why: registered.rowError })
  try {
    const result = await stageFile({ store: queue.staging, startHash }, { id, ...chosen })
    if (result === 'duplicate') return duplicate(deps, registered)
    await deps.volatile.replaceFailed(id)
    return resultOf(registered, 'safe')
  } catch (error) {
    if (error instanceof StorageBroken) return keepInMemory(deps, registered, { ...chosen, why: error })
    throw error
  }
}

/** Storage is full or unavailable (private window): send from memory. The row stays, for when this page closes. */
async function keepInMemory(
  deps: CopyDeps,
  registered: RegisteredFile,
  chosen: DatedBytes & { readonly why: StorageBroken },
): Promise<EnqueueResult> {
  const { bytes, sourceSha256, type } = chosen
  const sha256 = await hashOf(bytes, deps.startHash)
  // The person may have cancelled it while it was read. A row that is gone proves nothing: the browser may have emptied
  // the storage.
  const { row, rowError, pickNumber } = registered
  const stored = rowError ? undefined : await deps.queue.store.item(row.id).catch(() => undefined)
  if (stored?.state === 'cancelled') throw new ItemMoved(row.id)
  const file = { ...row, type, takenAt: chosen.takenAt, size: bytes.size }
  const isNew = deps.volatile.add(file, { bytes, sha256, sourceSha256: sourceSha256 ?? sha256, pickNumber })
  const isFull = chosen.why instanceof StorageFull
  const cause = isFull ? causeOf(deps, noRoomSentence) : null
  await writeRow(deps, registered, isNew ? { cause } : { state: 'cancelled' })
  if (!isNew) return duplicate(deps, registered)
  return { ...resultOf(registered, 'volatile'), sentence: isFull ? fullSentence : refusedSentence }
}

function duplicate({ previews }: CopyDeps, registered: RegisteredFile): EnqueueResult {
  previews.drop(registered.row.id)
  return { ...resultOf(registered, 'duplicate'), sentence: duplicateSentence, itemId: null }
}

async function markLost(deps: CopyDeps, registered: RegisteredFile, sentence: string): Promise<EnqueueResult> {
  deps.previews.drop(registered.row.id)
  await writeRow(deps, registered, { state: 'lost_source', cause: causeOf(deps, sentence) })
  return { ...resultOf(registered, 'lost'), sentence }
}

function causeOf({ queue }: CopyDeps, message: string): QueueCause {
  return { ...noAnswerCause('storage', { now: queue.clock.now() }), message }
}

type RowChange = { state: 'lost_source'; cause: QueueCause } | { state: 'cancelled' } | { cause: QueueCause | null }

/** A row that cannot be written or was cancelled is left: a later start marks it `lost_source` if it exists. */
async function writeRow({ queue, volatile }: CopyDeps, registered: RegisteredFile, change: RowChange): Promise<void> {
  const { id } = registered.row
  if (registered.rowError) return 'state' in change ? volatile.end(id, 'staging', change) : undefined
  await queue.store.move({ id, from: 'staging', epoch: null, change }).catch((error: unknown) => {
    if (!(error instanceof StorageBroken) && !(error instanceof ItemMoved)) throw error
  })
}

function resultOf({ row: { id, name } }: RegisteredFile, result: EnqueueResult['result']): EnqueueResult {
  return { name, result, sentence: null, itemId: id }
}
