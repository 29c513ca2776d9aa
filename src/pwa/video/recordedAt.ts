import { movieBox } from './movieBoxes.ts'
import { firstTime, secondsTo1970 } from './movieTimes.ts'
import { writtenDate } from './writtenDate.ts'

/** A file gets its date when the recording ends; some systems round it to two seconds. */
const toleranceMs = 60_000

/**
 * When a video was recorded: the time with its zone that an iPhone writes, else the time of the index. By the standard
 * that is UTC. Some cameras write local time there: a time that is later than the file is ignored.
 * @param latest when the file was written, milliseconds since 1970
 * @returns milliseconds since 1970; null when the file does not say it, or is neither MP4 nor QuickTime
 * @throws when the file cannot be read, or its index is damaged
 */
export async function recordedAt(file: Blob, latest: number): Promise<number | null> {
  const box = await movieBox(file)
  if (!box) return null
  const view = new DataView(await box.blob.arrayBuffer())
  const written = writtenDate(view)
  if (written !== null) return written
  const indexed = (firstTime(view) - secondsTo1970) * 1000
  return indexed <= latest + toleranceMs ? indexed : null
}
