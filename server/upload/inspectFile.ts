import type { FileHandle } from 'node:fs/promises'
import { magicByteCount } from '#domain/upload/magicBytes.ts'
import { imageMaxPixels, imageMaxSide, type MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { FairQueue } from '../fairQueue.ts'
import { Problem } from '../http/problem.ts'
import type { ImageService } from '../images/imageService.ts'
import type { Inspection, Probe } from '../images/imageTask.ts'
import { UnreadableImage } from '../images/imageWorker.ts'

/** The result for a file that was not examined: only its author gets the original. */
export const notInspected: Inspection = { largeur: null, hauteur: null, patches: null }

const statedBytes = 24

/** One process examines files: the slow ones of one person must not keep those of all others waiting. */
const queues = new WeakMap<ImageService, FairQueue<Inspection>>()

/**
 * Reads the dimensions of a received picture and finds what to blank. Dimensions are unknown when the header cannot be
 * read: a damaged file may be the only copy, so it is kept (product 26). A file that crashes the image process or
 * exceeds its timeout counts as unreadable.
 * @param file its author, its path, its first bytes from {@link headOf}, and its type; the files of authors take turns
 *   ({@link FairQueue})
 * @throws Problem upload.dimensions when they are out of bounds
 */
export async function inspectFile(
  images: ImageService,
  { auteurId, path, head, type }: { auteurId: number; path: string; head: Buffer; type: MediaMimeType },
): Promise<Inspection> {
  // Our decoder refuses extreme dimensions and reports none, but decoders of other clients may try: check the header
  // here.
  assertBounds(type, statedSides(head, type))
  const turns = queues.get(images) ?? new FairQueue(1)
  queues.set(images, turns)
  const inspection = await turns.run(auteurId, path, () => inspectOrNot(images, path, type))
  assertBounds(type, inspection)
  return inspection.largeur === null || inspection.hauteur === null
    ? { ...notInspected, patches: inspection.patches }
    : inspection
}

/** The first bytes of a file, which say its type and may say its dimensions; fewer when it is shorter. */
export async function headOf(file: FileHandle): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(magicByteCount), 0, magicByteCount, 0)
  return buffer.subarray(0, bytesRead)
}

function assertBounds(type: MediaMimeType, { largeur, hauteur }: Probe): void {
  if (largeur === null || hauteur === null) return
  const most = type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other
  if (largeur * hauteur > most || Math.max(largeur, hauteur) > imageMaxSide) throw new Problem('upload.dimensions')
}

/** Dimensions from the first bytes, for formats that store them at a fixed offset (PNG's IHDR, GIF's screen). */
function statedSides(head: Buffer, type: MediaMimeType): Probe {
  if (head.length < statedBytes) return notInspected
  if (type === 'image/png') return { largeur: head.readUInt32BE(16), hauteur: head.readUInt32BE(20) }
  if (type === 'image/gif') return { largeur: head.readUInt16LE(6), hauteur: head.readUInt16LE(8) }
  return notInspected
}

async function inspectOrNot(images: ImageService, path: string, type: MediaMimeType): Promise<Inspection> {
  try {
    return await images.inspect({ path, type })
  } catch (error) {
    if (error instanceof UnreadableImage) return notInspected
    throw error
  }
}
