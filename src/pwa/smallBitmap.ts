import { bitmapsIn } from '#upload-queue/picture/smallBitmap.ts'
import { startPictureWorker } from './trustedScript.ts'

/** Draws photos small in the one worker of this page. */
export const smallBitmap = bitmapsIn(startPictureWorker)
