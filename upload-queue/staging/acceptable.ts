import { uploadErrors } from '#domain/upload/upload.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { magicByteCount, mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { type MediaMimeType, uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { readPart, SourceUnreadable } from '#upload-queue/readPart.ts'

/** Shown for a picked file that cannot be read. */
export const unreadableFileSentence = "Ce fichier n'a pas pu être lu. Choisissez-le à nouveau."

/** Of the files whose first bytes were read: the sheet reads them before the copy does. */
const types = new WeakMap<Blob, MediaMimeType>()

/**
 * Validates a picked file before it is copied: size, emptiness and actual type, never its name.
 * @param size of the file in bytes, where it is known: reading it blocks the main thread
 */
export async function verdictOn(file: Blob, size = file.size): Promise<{ type: MediaMimeType } | { sentence: string }> {
  if (size === 0) return { sentence: uploadErrors['upload.vide'].message }
  if (size > uploadMaxBytes) return { sentence: phrases.mediaTropVolumineux }
  const known = types.get(file)
  if (known) return { type: known }
  try {
    const head = await readPart(file, 0, Math.min(magicByteCount, size))
    const type = mediaTypeOf(new Uint8Array(head))
    if (!type) return { sentence: uploadErrors['upload.type_refuse'].message }
    types.set(file, type)
    return { type }
  } catch (error) {
    if (error instanceof SourceUnreadable) return { sentence: unreadableFileSentence }
    throw error
  }
}
