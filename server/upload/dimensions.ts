import { imageMaxPixels, imageMaxSide, type MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { Problem } from '../http/problem.ts'
import { UnreadableImage } from '../images/imageService.ts'
import type { Probe } from '../images/imageTask.ts'
import type { UploadDeps } from './uploadDeps.ts'

const unknown: Probe = { largeur: null, hauteur: null }

/**
 * Dimensions of a received picture; unknown ones when its header cannot be read: a phone's damaged file may be the
 * only copy, so it is kept (product 26).
 * @throws Problem upload.dimensions when they are out of bounds
 */
export async function demandDimensions(
  { storage, images }: UploadDeps,
  name: string,
  type: MediaMimeType,
): Promise<Probe> {
  if (type.startsWith('video/')) return unknown
  // A decoder that refuses to read absurd sides leaves them unknown; other people's decoders may not.
  demandBounds(type, statedSides(await storage.readAt(name, 0, statedBytes), type))
  const probe = await probeOrUnknown(images, await storage.localPath(name), type)
  demandBounds(type, probe)
  return probe.largeur === null || probe.hauteur === null ? unknown : probe
}

function demandBounds(type: MediaMimeType, { largeur, hauteur }: Probe): void {
  if (largeur === null || hauteur === null) return
  const most = type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other
  if (largeur * hauteur > most || Math.max(largeur, hauteur) > imageMaxSide) throw new Problem('upload.dimensions')
}

const statedBytes = 24

/** What the first bytes say, where they say it in a fixed place (PNG's IHDR, GIF's screen). */
function statedSides(head: Buffer, type: MediaMimeType): Probe {
  if (head.length < statedBytes) return unknown
  if (type === 'image/png') return { largeur: head.readUInt32BE(16), hauteur: head.readUInt32BE(20) }
  if (type === 'image/gif') return { largeur: head.readUInt16LE(6), hauteur: head.readUInt16LE(8) }
  return unknown
}

async function probeOrUnknown(images: UploadDeps['images'], path: string, type: MediaMimeType): Promise<Probe> {
  try {
    return await images.probe({ path, type })
  } catch (error) {
    if (error instanceof UnreadableImage) return unknown
    throw error
  }
}
