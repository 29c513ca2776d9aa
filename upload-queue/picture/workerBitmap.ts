import type { PictureReply, PictureRequest } from './pictureMessages.ts'

/** Draws a photo `width` pixels wide. Rejects when this browser cannot decode it. */
export type SmallBitmap = (photo: Blob, width: number) => Promise<ImageBitmap>

interface PictureWorker {
  postMessage(request: PictureRequest): void
  addEventListener(type: 'message', listener: (event: MessageEvent<PictureReply>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
}

/**
 * Scales in a dedicated worker: Chromium scales a decoded photo on the calling thread, which takes at least 50 ms for
 * 12 megapixels. Falls back to the page when the worker cannot be loaded.
 */
export function bitmapsIn(startWorker: () => PictureWorker): SmallBitmap {
  let draw: SmallBitmap | undefined
  return (photo, width) => (draw ??= workerBitmaps(startWorker()))(photo, width)
}

function workerBitmaps(worker: PictureWorker): SmallBitmap {
  const waiting = new Map<number, { request: PictureRequest; answer: PromiseWithResolvers<ImageBitmap> }>()
  let isBroken = false
  let last = 0
  worker.addEventListener('message', ({ data }) => {
    const answer = waiting.get(data.id)?.answer
    waiting.delete(data.id)
    if ('error' in data) answer?.reject(new Error(data.error))
    else answer?.resolve(data.bitmap)
  })
  worker.addEventListener('error', () => {
    isBroken = true
    for (const { request, answer } of waiting.values()) answer.resolve(drawHere(request.photo, request.width))
    waiting.clear()
  })
  return (photo, width) => {
    if (isBroken) return drawHere(photo, width)
    last += 1
    const request = { id: last, photo, width }
    const answer = Promise.withResolvers<ImageBitmap>()
    waiting.set(last, { request, answer })
    worker.postMessage(request)
    return answer.promise
  }
}

function drawHere(photo: Blob, width: number): Promise<ImageBitmap> {
  return createImageBitmap(photo, { resizeWidth: width, resizeQuality: 'medium' })
}
