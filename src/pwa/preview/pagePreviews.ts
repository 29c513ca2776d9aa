import { FilePreviews } from './filePreviews.ts'
import { smallBitmap } from './smallBitmap.ts'

/** Previews of the files picked in this page. */
export const pagePreviews = new FilePreviews(smallBitmap)
