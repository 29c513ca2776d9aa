import { isVideo } from '#upload-queue/engine/isVideo.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { recordedAt } from '#src/pwa/video/recordedAt.ts'

/** Bytes read from the start of the file, where cameras write EXIF. */
const headBytes = 256 * 1024

/** Only EXIF is read: XMP needs an XML parser, which the content security policy forbids. */
const wanted = { exif: ['DateTimeOriginal', 'OffsetTimeOriginal'] }

/** A camera whose clock was never set writes 1970, 1980 or 2000, in the file's date too. */
const earliest = Date.UTC(2001)

const known = new WeakMap<File, Promise<number>>()

/**
 * When a photo or video was taken: as its EXIF data or the index of the video says, or the file's date without that. A
 * file from the share sheet or a messenger has the date of its copy. Each file is read once.
 * @returns milliseconds since 1970
 */
export function takenAt(file: File): Promise<number> {
  const found = known.get(file) ?? readTakenAt(file)
  known.set(file, found)
  return found
}

async function readTakenAt(file: File): Promise<number> {
  const dated = fileDate(file)
  const written = await (isVideo(file) ? recordedAt(file, dated).catch(() => null) : writtenInPhoto(file))
  return written !== null && written >= earliest ? written : dated
}

/** The EXIF date of a photo; null without one. */
async function writtenInPhoto(file: File): Promise<number | null> {
  const reading = Promise.all([import('exifreader'), file.slice(0, headBytes).arrayBuffer()])
  const read = await reading.catch(() => null)
  if (read === null) {
    // The file or the code cannot be loaded now: the next call tries again.
    known.delete(file)
    return null
  }
  const [{ load }, head] = read
  try {
    const { DateTimeOriginal, OffsetTimeOriginal } = await load(head, { async: true, includeTags: wanted })
    return instantOf(DateTimeOriginal?.description, OffsetTimeOriginal?.description)
  } catch {
    // No EXIF data, or unreadable EXIF data.
    return null
  }
}

/** The date of a file, milliseconds since 1970; the current time when the clock that wrote it was never set. */
export function fileDate({ lastModified }: File): number {
  return lastModified < earliest ? serverNow() : lastModified
}

/** "2026:06:20 21:04:00" with "+02:00"; without an offset, the device's time zone applies. */
function instantOf(written: string | undefined, offset = ''): number | null {
  const [, date, time] = /^(\d{4}[:-]\d\d[:-]\d\d) (\d\d:\d\d:\d\d)/.exec(written ?? '') ?? []
  if (date === undefined || time === undefined) return null
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? offset : ''
  const instant = Date.parse(`${date.replaceAll(':', '-')}T${time}${zone}`)
  return Number.isNaN(instant) ? null : instant
}
