/** Where a camera writes when it pressed the shutter: near the beginning of the file. Bytes. */
const headBytes = 256 * 1024

/** Nothing else is read: descriptions in XML would need a parser that the content policy forbids. */
const wanted = { exif: ['DateTimeOriginal', 'OffsetTimeOriginal'] }

/**
 * When a photo was taken, as its camera wrote it; the file's own date where it wrote none. What comes by the share
 * sheet or by a messenger carries the date of its copy.
 * @returns milliseconds since 1970
 */
export async function takenAt(file: File): Promise<number> {
  if (file.type.startsWith('video/')) return file.lastModified
  try {
    const [{ load }, head] = await Promise.all([import('exifreader'), file.slice(0, headBytes).arrayBuffer()])
    const { DateTimeOriginal, OffsetTimeOriginal } = await load(head, { async: true, includeTags: wanted })
    return instantOf(DateTimeOriginal?.description, OffsetTimeOriginal?.description) ?? file.lastModified
  } catch {
    // No such words in it, or none that can be read.
    return file.lastModified
  }
}

/** "2026:06:20 21:04:00" with "+02:00"; without the latter it is the clock of where this phone is. */
function instantOf(written: string | undefined, offset = ''): number | undefined {
  const [, date, time] = /^(\d{4}[:-]\d\d[:-]\d\d) (\d\d:\d\d:\d\d)/.exec(written ?? '') ?? []
  if (date === undefined || time === undefined) return undefined
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? offset : ''
  const instant = Date.parse(`${date.replaceAll(':', '-')}T${time}${zone}`)
  // A camera whose clock was never set says 1970 or 2000; one that is ahead, tomorrow.
  return Number.isNaN(instant) || instant < Date.UTC(2001) ? undefined : instant
}
