import type { Box } from './box.ts'
import { type Movie, walkBoxes } from './boxWalk.ts'

const visualBytes = 78
const audioBytes = [28, 44, 64]

/** Blanks the vendor and compressor names in the sample entry of a video track (ISO/IEC 14496-12, 12.1.3). */
export function blankVisualEntry(movie: Movie, { start, end }: Box): void {
  const { file } = movie
  file.zero(start + 8, Math.min(start + 24, end))
  file.zero(start + 42, Math.min(start + 74, end))
  walkBoxes(movie, 'visual', { start: Math.min(start + visualBytes, end), end })
}

/**
 * Blanks the vendor in the sample entry of an audio track (12.2.3). QuickTime's versions 1 and 2 have longer entries.
 */
export function blankAudioEntry(movie: Movie, { start, end }: Box): void {
  const { file } = movie
  const version = file.at(start + 8, 2).readUInt16BE(0)
  file.zero(start + 12, Math.min(start + 16, end))
  walkBoxes(movie, 'audio', { start: Math.min(start + (audioBytes[version] ?? 28), end), end })
}
