import { bitmapsIn, type SmallBitmap } from '#upload-queue/picture/smallBitmap.ts'
import { frameOf, imageOf } from './pageBitmap.ts'
import { startPictureWorker } from './trustedScript.ts'

const inWorker = bitmapsIn(startPictureWorker)
const heic = /^image\/hei[cf]$/

let turn: Promise<unknown> = Promise.resolve()

/** Draws photos small in the one worker of this page; films, and what the worker cannot, one after the other in the page. */
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
