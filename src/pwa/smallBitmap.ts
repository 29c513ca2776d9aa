import { bitmapsIn, type SmallBitmap } from '#upload-queue/picture/smallBitmap.ts'
import { frameOf, imageOf } from './pageBitmap.ts'
import { startPictureWorker } from './trustedScript.ts'

const inWorker = bitmapsIn(startPictureWorker)
const heic = /^image\/hei[cf]$/

let turn: Promise<unknown> = Promise.resolve()

/**
 * Scales photos down in one worker. Videos, and HEIC photos the worker cannot decode, are drawn in the page, one at a
 * time.
 */
export const smallBitmap: SmallBitmap = async (file, width) => {
  if (file.type.startsWith('video/')) return inTurn(() => frameOf(file, width))
  const drawn = inWorker(file, width)
  return heic.test(file.type) ? drawn.catch(() => inTurn(() => imageOf(file, width))) : drawn
}

function inTurn(draw: () => Promise<ImageBitmap>): Promise<ImageBitmap> {
  const drawn = turn.then(draw)
  turn = drawn.catch(() => undefined)
  return drawn
}
