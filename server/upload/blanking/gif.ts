import type { ByteSource } from './byteSource.ts'
import type { Patch } from './patch.ts'

const keptApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/** What to blank in a GIF (GIF89a): comments, plain text and application blocks but looping, all behind the trailer. */
export async function blankGif(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  const flags = (await source.at(10, 1))[0] ?? 0
  let at = 13 + tableBytes(flags)
  while (at < source.size) {
    const [block, label = 0] = await source.at(at, 2)
    if (block === 0x2c) {
      const local = (await source.at(at + 9, 1))[0] ?? 0
      at = (await subBlocks(source, at + 11 + tableBytes(local))).end
    } else if (block === 0x21) {
      const { spans, end } = await subBlocks(source, at + 2)
      if (await isPrivate(source, label, spans[0])) patches.push(...spans)
      at = end
    } else {
      return [...patches, { start: at + (block === 0x3b ? 1 : 0), end: source.size }]
    }
  }
  return patches
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

async function subBlocks(source: ByteSource, from: number): Promise<{ spans: Patch[]; end: number }> {
  const spans: Patch[] = []
  let at = from
  for (;;) {
    const length = (await source.at(at, 1))[0] ?? 0
    if (length === 0) return { spans, end: at + 1 }
    spans.push({ start: at + 1, end: at + 1 + length })
    at += 1 + length
  }
}

async function isPrivate(source: ByteSource, label: number, first: Patch | undefined): Promise<boolean> {
  if (label === 0xf9) return false
  if (label !== 0xff || !first) return true
  return !keptApplications.has((await source.at(first.start, 11)).toString('latin1'))
}
