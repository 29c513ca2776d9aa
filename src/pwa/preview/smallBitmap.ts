import { isVideo } from '#upload-queue/engine/isVideo.ts'
import { bitmapsIn, type SmallBitmap } from '#upload-queue/picture/workerBitmap.ts'
import { frameOf, imageOf } from './pageBitmap.ts'
import { startPictureWorker } from '#src/pwa/trustedScript.ts'

const inWorker = bitmapsIn(startPictureWorker)
const heic = /^image\/hei[cf]$/

let lastDraw: Promise<unknown> = Promise.resolve()

/** Scales photos down in one worker; videos, and HEIC photos it cannot decode, in the page, one at a time. */
export const smallBitmap: SmallBitmap = async (file, width) => {
  if (isVideo(file)) return serialize(() => frameOf(file, width))
  const drawn = inWorker(file, width)
  return heic.test(file.type) ? drawn.catch(() => serialize(() => imageOf(file, width))) : drawn
}

function serialize(draw: () => Promise<ImageBitmap>): Promise<ImageBitmap> {
  const drawn = lastDraw.then(draw)
  lastDraw = drawn.catch(() => undefined)
  return drawn
}
