import { uploadErrors } from '#domain/upload/upload.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { magicByteCount, mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { type MediaMimeType, uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { readPart, SourceUnreadable } from './filePieces.ts'

/** Shown for a file that cannot be read. */
export const unreadableSentence = "Ce fichier n'a pas pu être lu. Choisissez-le à nouveau."

/** Validates a picked file before it is copied: size, emptiness and actual type. */
export async function verdictOn(file: Blob): Promise<{ type: MediaMimeType } | { sentence: string }> {
  if (file.size === 0) return { sentence: uploadErrors['upload.vide'].message }
  if (file.size > uploadMaxBytes) return { sentence: phrases.mediaTropVolumineux }
  try {
    const head = await readPart(file, 0, Math.min(magicByteCount, file.size))
    const type = mediaTypeOf(new Uint8Array(head))
    return type ? { type } : { sentence: uploadErrors['upload.type_refuse'].message }
  } catch (error) {
    if (error instanceof SourceUnreadable) return { sentence: unreadableSentence }
    throw error
  }
}
