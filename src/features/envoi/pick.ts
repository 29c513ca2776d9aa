import { uploadErrors } from '#domain/upload/upload.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { magicByteCount, mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { verdictOn } from '#upload-queue/staging/acceptable.ts'
import { isWorthLightening, lighterOf } from '#upload-queue/compress/lighterSize.ts'

/** One chosen file before it is sent. */
export interface ChosenFile {
  readonly id: string
  readonly file: File
  /** Bytes. Read once: each access to `File.size` makes the browser ask the disk and blocks the main thread. */
  readonly size: number
  readonly isVideo: boolean
  readonly allegee: boolean
  /** The specified sentence when the file is refused. */
  readonly refus: string | null
  /** Too large, but a part of it can be sent: a video whose packets can be copied. */
  readonly canTrim?: boolean
  /** Set when `file` is a part of a longer video. */
  readonly trimmed?: TrimmedFrom
}

/** Where a part of a video comes from. */
export interface TrimmedFrom {
  /** The video as chosen. */
  readonly source: File
  /** Seconds in the source. */
  readonly begin: number
  readonly end: number
}

/** Creates a pick without reading the file's bytes; an empty or too large file is refused at once. */
export function pickOf(file: File): ChosenFile {
  const { size, type } = file
  const pick = { id: crypto.randomUUID(), file, size, isVideo: type.startsWith('video/'), allegee: false }
  if (size > uploadMaxBytes) return { ...pick, refus: phrases.mediaTropVolumineux }
  return { ...pick, refus: size === 0 ? uploadErrors['upload.vide'].message : null }
}

/** Whether the first bytes of a file are those of a photo or a video. */
export async function examine({ file, size }: ChosenFile): Promise<{ isVideo?: boolean; refus: string | null }> {
  const verdict = await verdictOn(file, size)
  return 'type' in verdict ? { isVideo: verdict.type.startsWith('video/'), refus: null } : { refus: verdict.sentence }
}

/** Whether the file is a video in a format of which a part can be copied, by its first bytes. */
export async function isTrimmable(file: File): Promise<boolean> {
  const type = await file
    .slice(0, magicByteCount)
    .arrayBuffer()
    .then((head) => mediaTypeOf(new Uint8Array(head)))
    .catch(() => undefined)
  return type === 'video/mp4' || type === 'video/quicktime'
}

/** The pick with a part of its video in the place of the whole; the name and the date of the file stay. */
export function trimmedPick(pick: ChosenFile, part: Blob, trimmed: TrimmedFrom): ChosenFile {
  const { name, type, lastModified } = trimmed.source
  const file = new File([part], name, { type: type || part.type, lastModified })
  return { ...pickOf(file), id: pick.id, trimmed }
}

/** Whether a lighter version would save bytes. */
export function canLighten({ file, size, isVideo, refus }: ChosenFile): boolean {
  return !isVideo && refus === null && file.type !== 'image/gif' && isWorthLightening(size)
}

/** Approximate bytes to send. */
export function weightOf(pick: ChosenFile): number {
  if (pick.refus !== null) return 0
  return pick.allegee && canLighten(pick) ? lighterOf(pick.size) : pick.size
}

/** A part of a video counts as the video it was taken from. */
export function isSameFile(one: ChosenFile, other: ChosenFile): boolean {
  const [a, b] = [sourceOf(one), sourceOf(other)]
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

function sourceOf({ file, size, trimmed }: ChosenFile): { name: string; size: number; lastModified: number } {
  const { name, lastModified } = file
  return { name, lastModified, size: trimmed?.source.size ?? size }
}
