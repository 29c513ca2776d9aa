import type { ParsedFile } from './parsedFile.ts'

/** Application extensions that hold the loop count. */
const loopingApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

interface Span {
  readonly start: number
  readonly end: number
}

/** Blanks a GIF (GIF89a): every block except images, timing and looping, and everything after the trailer. */
export function blankGif(file: ParsedFile): void {
  const [flags = 0] = file.at(10, 1)
  let at = 13 + tableBytes(flags)
  while (at < file.size) {
    const [block, label = 0] = file.at(at, 2)
    if (block === 0x2c) at = skipBlocks(file, at + 11 + tableBytes(file.at(at + 9, 1)[0] ?? 0))
    else if (block === 0x21) at = blankExtension(file, at + 2, label)
    else {
      file.zero(at + (block === 0x3b ? 1 : 0), file.size)
      return
    }
  }
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function skipBlocks(file: ParsedFile, from: number): number {
  let at = from
  for (;;) {
    file.step()
    const [length = 0] = file.at(at, 1)
    if (length === 0) return at + 1
    at += 1 + length
  }
}

/** Blanks the sub-blocks of an extension that are not kept. @returns the end of the extension */
function blankExtension(file: ParsedFile, from: number, label: number): number {
  let isLooping = false
  for (let at = from, n = 0; ; n += 1) {
    file.step()
    const [length = 0] = file.at(at, 1)
    if (length === 0) return at + 1
    const span = { start: at + 1, end: Math.min(at + 1 + length, file.size) }
    if (n === 0) isLooping = label === 0xff && loopingApplications.has(textOf(file, span))
    const isTiming = label === 0xf9 && n === 0 && length === 4
    if (!isTiming && !(isLooping && (n === 0 || isRepeat(file, span)))) file.zero(span.start, span.end)
    at += 1 + length
  }
}

function textOf(file: ParsedFile, { start, end }: Span): string {
  return file.at(start, end - start).toString('latin1')
}

/** Whether a sub-block holds the loop count or the buffer size. */
function isRepeat(file: ParsedFile, { start, end }: Span): boolean {
  const [kind] = file.at(start, 1)
  return (kind === 1 && end - start === 3) || (kind === 2 && end - start === 5)
}
