import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { magicByteCount, mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { isWorthLightening, lighterOf } from '#upload-queue/compress/lighterSize.ts'

/** One chosen file before it is sent. */
export interface Pick {
  readonly id: string
  readonly file: File
  /** Bytes. Read once: each access to `File.size` makes the browser ask the disk and blocks the main thread. */
  readonly size: number
  readonly isVideo: boolean
  readonly allegee: boolean
  /** The specified sentence when the file is refused. */
  readonly refus: string | null
}

/** Creates a pick without reading the file's bytes. */
export function pickOf(file: File): Pick {
  const { size, type } = file
  const pick = { id: crypto.randomUUID(), file, size, isVideo: type.startsWith('video/'), allegee: false }
  if (size > uploadMaxBytes) return { ...pick, refus: phrases.mediaTropVolumineux }
  return { ...pick, refus: size === 0 ? sentenceOf('upload.vide') : null }
}

/** Detects the type from the first bytes of a file, never from its name. */
export async function examine(file: File): Promise<{ isVideo?: boolean; refus: string | null }> {
  try {
    const type = mediaTypeOf(new Uint8Array(await file.slice(0, magicByteCount).arrayBuffer()))
    if (type === undefined) return { refus: sentenceOf('upload.type_refuse') }
    return { isVideo: type.startsWith('video/'), refus: null }
  } catch {
    return { refus: "Ce fichier n'est plus lisible. Choisissez-le à nouveau." }
  }
}

/** Whether a lighter version would save bytes. */
export function canLighten({ file, size, isVideo, refus }: Pick): boolean {
  return !isVideo && refus === null && file.type !== 'image/gif' && isWorthLightening(size)
}

/** Approximate bytes to send. */
export function weightOf(pick: Pick): number {
  if (pick.refus !== null) return 0
  return pick.allegee && canLighten(pick) ? lighterOf(pick.size) : pick.size
}

export function isSameFile({ file, size }: Pick, other: Pick): boolean {
  return file.name === other.file.name && size === other.size && file.lastModified === other.file.lastModified
}
