import { imageMaxPixels, imageMaxSide, type MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { Problem } from '../http/problem.ts'
import type { Inspection, Probe } from '../images/imageTask.ts'
import { UnreadableImage } from '../images/imageWorker.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** Nothing is known of the file: its original stays with its author. */
export const notInspected: Inspection = { largeur: null, hauteur: null, patches: null }

const statedBytes = 24

/**
 * Dimensions of a received picture and what others get blanked. Dimensions are unknown when its header cannot be read: a
 * phone's damaged file may be the only copy, so it is kept (product 26). A file that ends the process which parses it,
 * or keeps it too long, is not understood.
 * @throws Problem upload.dimensions when they are out of bounds
 */
export async function inspectFile(
  { storage, images }: UploadDeps,
  name: string,
  type: MediaMimeType,
): Promise<Inspection> {
  // A decoder that refuses to read absurd sides leaves them unknown; other people's decoders may not.
  assertBounds(type, statedSides(await storage.readAt(name, 0, statedBytes), type))
  const inspection = await inspectOrNot(images, await storage.localPath(name), type)
  assertBounds(type, inspection)
  return inspection.largeur === null || inspection.hauteur === null
    ? { ...notInspected, patches: inspection.patches }
    : inspection
}

function assertBounds(type: MediaMimeType, { largeur, hauteur }: Probe): void {
  if (largeur === null || hauteur === null) return
  const most = type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other
  if (largeur * hauteur > most || Math.max(largeur, hauteur) > imageMaxSide) throw new Problem('upload.dimensions')
}

/** What the first bytes say, where they say it in a fixed place (PNG's IHDR, GIF's screen). */
function statedSides(head: Buffer, type: MediaMimeType): Probe {
  if (head.length < statedBytes) return notInspected
  if (type === 'image/png') return { largeur: head.readUInt32BE(16), hauteur: head.readUInt32BE(20) }
  if (type === 'image/gif') return { largeur: head.readUInt16LE(6), hauteur: head.readUInt16LE(8) }
  return notInspected
}

async function inspectOrNot(images: UploadDeps['images'], path: string, type: MediaMimeType): Promise<Inspection> {
  try {
    return await images.inspect({ path, type })
  } catch (error) {
    if (error instanceof UnreadableImage) return notInspected
    throw error
  }
}
