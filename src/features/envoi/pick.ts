import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { magicByteCount, mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { bytesPerMo, uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { takenAt } from './takenAt.ts'

/** One chosen file before it is sent. */
export interface Pick {
  readonly id: string
  readonly file: File
  readonly isVideo: boolean
  readonly allegee: boolean
  /** Milliseconds since 1970. */
  readonly takenAt: number
  /** The specified sentence when it cannot be taken. */
  readonly refus: string | null
}

/** About what a lightened photo weighs, in bytes. */
const lighterBytes = 1.2 * bytesPerMo

/** Looks at a file: size, then what its first bytes say; never its name. */
export async function examine(file: File): Promise<Pick> {
  const id = crypto.randomUUID()
  const isVideo = file.type.startsWith('video/')
  const pick = { id, file, isVideo, allegee: false, takenAt: file.lastModified }
  if (file.size > uploadMaxBytes) return { ...pick, refus: phrases.mediaTropVolumineux }
  if (file.size === 0) return { ...pick, refus: sentenceOf('upload.vide') }
  try {
    const type = mediaTypeOf(new Uint8Array(await file.slice(0, magicByteCount).arrayBuffer()))
    if (type === undefined) return { ...pick, refus: sentenceOf('upload.type_refuse') }
    return { ...pick, isVideo: type.startsWith('video/'), takenAt: await takenAt(file), refus: null }
  } catch {
    return { ...pick, refus: "Ce fichier n'est plus lisible. Choisissez-le à nouveau." }
  }
}

/** Whether a lighter version would save anything. */
export function canLighten({ file, isVideo, refus }: Pick): boolean {
  return !isVideo && refus === null && file.type !== 'image/gif' && file.size > lighterBytes * 1.25
}

/** Bytes that would leave the phone, roughly. */
export function weightOf(pick: Pick): number {
  if (pick.refus !== null) return 0
  return pick.allegee && canLighten(pick) ? lighterOf(pick.file.size) : pick.file.size
}

/** What a photo of this many bytes weighs once lightened, roughly. */
export function lighterOf(size: number): number {
  return Math.min(lighterBytes, size * 0.8)
}

/** Whether two picks are the same file chosen twice. */
export function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}
