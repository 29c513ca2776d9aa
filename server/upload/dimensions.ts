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
  const { largeur, hauteur } = await probeOrUnknown(images, await storage.localPath(name), type)
  if (largeur === null || hauteur === null) return unknown
  const most = type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other
  if (largeur * hauteur > most || Math.max(largeur, hauteur) > imageMaxSide) throw new Problem('upload.dimensions')
  return { largeur, hauteur }
}

async function probeOrUnknown(images: UploadDeps['images'], path: string, type: MediaMimeType): Promise<Probe> {
  try {
    return await images.probe({ path, type })
  } catch (error) {
    if (error instanceof UnreadableImage) return unknown
    throw error
  }
}
