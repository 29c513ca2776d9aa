import { type AnsweringWorker, WorkerFailed, WorkerRequests } from '#upload-queue/workerRequests.ts'
import type { PictureReply, PictureRequest } from './pictureMessages.ts'

/** Draws a photo `width` pixels wide. Rejects when this browser cannot decode it. */
export type SmallBitmap = (photo: Blob, width: number) => Promise<ImageBitmap>

type PictureWorker = AnsweringWorker<PictureRequest, PictureReply>

/**
 * Scales in a dedicated worker: Chromium scales a decoded photo on the calling thread, which takes at least 50 ms for
 * 12 megapixels. Falls back to the page when the worker cannot be loaded.
 */
export function bitmapsIn(startWorker: () => PictureWorker): SmallBitmap {
  let draw: SmallBitmap | undefined
  return (photo, width) => (draw ??= workerBitmaps(startWorker()))(photo, width)
}

function workerBitmaps(worker: PictureWorker): SmallBitmap {
  const requests = new WorkerRequests(worker)
  return async (photo, width) => {
    try {
      return (await requests.ask({ photo, width })).bitmap
    } catch (error) {
      if (!(error instanceof WorkerFailed)) throw error
      return drawHere(photo, width)
    }
  }
}

function drawHere(photo: Blob, width: number): Promise<ImageBitmap> {
  return createImageBitmap(photo, { resizeWidth: width, resizeQuality: 'medium' })
}
