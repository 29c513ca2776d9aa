import { v7 as uuid } from 'uuid'
import { phrases } from '#domain/texte/phrases.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { lighterPhoto } from '#upload-queue/compress/lighterPhoto.ts'
import { ItemMoved, StorageBroken } from '#upload-queue/engine/ports.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import type { StartHash } from '#upload-queue/hash/hashStream.ts'
import { copyLockName, type Queue } from '#upload-queue/openQueue.ts'
import { unreadableSentence, verdictOn } from '#upload-queue/staging/acceptable.ts'
import { SourceUnreadable } from '#upload-queue/staging/filePieces.ts'
import { hashOf, stageFile } from '#upload-queue/staging/stageFile.ts'
import { compressPhoto } from './compression.ts'
import type { Previews } from './previews.ts'
import type { EnqueueResult, PickedFile } from './uploadQueue.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const duplicateSentence = 'Ce média est déjà dans vos envois.'
const volatileSentence =
  "Ce téléphone n'a plus de place pour garder ce média : laissez l'application ouverte jusqu'à la fin de l'envoi."
const givenUpSentence = "L'ajout de ce média a été annulé."

interface Parts {
  readonly queue: Queue
  readonly startHash: StartHash
  readonly volatile: VolatileQueue
  readonly previews: Previews
}
interface Destination {
  readonly ownerId: number
  readonly evenementId: number
}

/** Takes one picked file in; whatever goes wrong is said of this file alone. */
export async function takeIn(parts: Parts, to: Destination, picked: PickedFile): Promise<EnqueueResult> {
  const { name } = picked.file
  const refused = (sentence: string): EnqueueResult => ({ name, result: 'refused', sentence, itemId: null })
  try {
    const verdict = await verdictOn(picked.file)
    if ('sentence' in verdict) return refused(verdict.sentence)
    const chosen = await choose(parts, picked, verdict.type)
    const file: StagedFile = {
      ...to,
      id: uuid(),
      name,
      type: chosen.type,
      takenAt: picked.takenAt ?? new Date(picked.file.lastModified).toISOString(),
      size: chosen.bytes.size,
      addedAt: parts.queue.clock.now(),
    }
    return await keep(parts, { ...chosen, file })
  } catch (error) {
    if (error instanceof SourceUnreadable) return refused(unreadableSentence)
    return refused(error instanceof ItemMoved ? givenUpSentence : phrases.uploadErreurInattendue)
  }
}

interface Chosen {
  readonly bytes: Blob
  readonly type: string
  readonly sourceSha256: string | null
}

/** The lighter picture where it was asked for and could be made; the original otherwise. */
async function choose({ startHash }: Parts, { file, allegee }: PickedFile, type: MediaMimeType): Promise<Chosen> {
  const lighter = allegee ? await lighterPhoto(file, type, compressPhoto) : null
  const verdict = lighter && (await verdictOn(lighter))
  if (!lighter || !verdict || 'sentence' in verdict) return { bytes: file, type, sourceSha256: null }
  return { bytes: lighter, type: verdict.type, sourceSha256: await hashOf(file, startHash) }
}

async function keep(parts: Parts, chosen: Chosen & { file: StagedFile }): Promise<EnqueueResult> {
  const { queue, startHash } = parts
  const { file, bytes, sourceSha256 } = chosen
  parts.previews.make(file.id, bytes)
  const copy = () => stageFile({ store: queue.staging, startHash }, { file, bytes, sourceSha256 })
  try {
    const result = await (queue.locks ? queue.locks.request(copyLockName(file.id), copy) : copy())
    if (result === 'duplicate') return duplicate(parts, file)
    void parts.previews.keep(file.id)
    return { name: file.name, result: 'safe', sentence: null, itemId: file.id }
  } catch (error) {
    if (error instanceof StorageBroken) return keepInMemory(parts, chosen)
    parts.previews.drop(file.id)
    throw error
  }
}

/** No room, or no storage at all (private window): it is sent from memory, and the person is told. */
async function keepInMemory(parts: Parts, chosen: Chosen & { file: StagedFile }): Promise<EnqueueResult> {
  const { file, bytes, sourceSha256 } = chosen
  const sha256 = await hashOf(bytes, parts.startHash)
  const isNew = parts.volatile.add(file, { bytes, sha256, sourceSha256: sourceSha256 ?? sha256 })
  if (!isNew) return duplicate(parts, file)
  return { name: file.name, result: 'volatile', sentence: volatileSentence, itemId: file.id }
}

function duplicate({ previews }: Parts, { id, name }: StagedFile): EnqueueResult {
  previews.drop(id)
  return { name, result: 'duplicate', sentence: duplicateSentence, itemId: null }
}
