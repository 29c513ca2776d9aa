import { type Element, elementAt, elementsIn, uintOf, voidElement } from './ebml.ts'
import type { ParsedFile } from './parsedFile.ts'
import { UnblankableFile } from './patch.ts'
import type { Span } from './spans.ts'
import { cleanVorbis } from './vorbis.ts'

const id = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockMore: 0xa6,
  blockAddId: 0xee,
}
const video = 1
const audio = 2
const largestNumber = 8

/** How a kept element is treated: by its own list, as a number, as bytes, or as a text that is blanked. */
type Kind = 'master' | 'number' | 'bytes' | 'emptied'
type KeptElements = Readonly<Record<number, Kind>>

const numbers = (...ids: number[]): KeptElements => Object.fromEntries(ids.map((one) => [one, 'number' as const]))
const masters = (...ids: number[]): KeptElements => Object.fromEntries(ids.map((one) => [one, 'master' as const]))

/** The kept elements, by parent (RFC 9559, 5.1). All others become Void. */
const kept: Readonly<Record<number, KeptElements>> = {
  [id.ebml]: { ...numbers(0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4287, 0x4285), 0x4282: 'bytes' },
  // SeekHead, Seek
  0x114d9b74: masters(0x4dbb),
  0x4dbb: numbers(0x53ab, 0x53ac),
  // Info: MuxingApp and WritingApp are mandatory, so their text is blanked; title and links become Void.
  0x1549a966: { ...numbers(0x2ad7b1, 0x4489, 0x4461), 0x4d80: 'emptied', 0x5741: 'emptied' },
  [id.trackEntry]: {
    ...numbers(0xd7, 0x73c5, 0x83, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a, 0x23314f, 0x55ee),
    ...numbers(0xaa, 0x56aa, 0x56bb),
    ...masters(0xe0, 0xe1),
    [id.codec]: 'bytes',
    [id.codecPrivate]: 'bytes',
  },
  // Video, Colour, MasteringMetadata, Audio
  0xe0: {
    ...numbers(0x9a, 0x9d, 0x53b8, 0x53c0, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2, 0x54b3),
    ...masters(0x55b0),
  },
  0x55b0: {
    ...numbers(0x55b1, 0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6, 0x55b7, 0x55b8, 0x55b9, 0x55ba, 0x55bb, 0x55bc, 0x55bd),
    ...masters(0x55d0),
  },
  0x55d0: numbers(0x55d1, 0x55d2, 0x55d3, 0x55d4, 0x55d5, 0x55d6, 0x55d7, 0x55d8, 0x55d9, 0x55da),
  0xe1: numbers(0xb5, 0x78b5, 0x9f, 0x6264),
  // Cues, CuePoint, CueTrackPositions
  0x1c53bb6b: masters(0xbb),
  0xbb: { ...numbers(0xb3), ...masters(0xb7) },
  0xb7: numbers(0xf7, 0xf1, 0xf0, 0xb2, 0x5378, 0xea),
  [id.blockGroup]: { ...numbers(0x9b, 0xfa, 0xfb, 0x75a2), ...masters(0x75a1), [id.block]: 'bytes' },
  // BlockAdditions: addition 1 is the alpha channel of a picture.
  0x75a1: masters(id.blockMore),
  [id.blockMore]: { ...numbers(id.blockAddId), 0xa5: 'bytes' },
}
const topMasters = new Set([id.ebml, 0x114d9b74, 0x1549a966, 0x1c53bb6b])
const clusterNumbers = new Set([0xe7, 0xa7, 0xab])

/** Blanks a WebM (RFC 8794, 9559): every element except those that play pictures and sound, and their dates. */
export function blankWebm(file: ParsedFile): void {
  let tracks = new Map<number, boolean>()
  let at = 0
  while (at < file.size) {
    file.step()
    const element = elementAt(file, at, file.size)
    if (!element) {
      file.zero(at, file.size)
      return
    }
    if (element.id === id.segment) tracks = new Map()
    // Browsers record segments and clusters of unknown size: their children are read at the top level.
    if (element.id === id.segment || element.id === id.cluster) at = element.start
    else {
      blankTop(file, element, tracks)
      at = element.end
    }
  }
}

function blankTop(file: ParsedFile, element: Element, tracks: Map<number, boolean>): void {
  if (element.isOpen) throw new UnblankableFile('an element without an end')
  if (topMasters.has(element.id)) blankChildren(file, element)
  else if (element.id === id.tracks) blankTracks(file, element, tracks)
  else if (clusterNumbers.has(element.id)) keepNumber(file, element)
  else if (element.id === id.simpleBlock) blankBlock(file, { element, block: element }, tracks)
  else if (element.id === id.blockGroup) {
    const block = childOf(file, element, id.block)
    if (block && blankBlock(file, { element, block }, tracks)) blankChildren(file, element)
    else if (!block) voidElement(file, element)
  } else voidElement(file, element)
}

function childOf(file: ParsedFile, parent: Element, wanted: number): Element | undefined {
  for (const child of elementsIn(file, parent)) if (child.id === wanted) return child
  return undefined
}

function numberOf(file: ParsedFile, parent: Element, wanted: number): number | null {
  const child = childOf(file, parent, wanted)
  return child ? uintOf(file, child) : null
}

function blankChildren(file: ParsedFile, parent: Element): void {
  const list = kept[parent.id] ?? {}
  for (const child of elementsIn(file, parent)) {
    const kind = list[child.id]
    if (kind === 'master') blankMaster(file, child)
    else if (kind === 'number') keepNumber(file, child)
    else if (kind === 'emptied') file.zero(child.start, child.end)
    else if (kind === undefined) voidElement(file, child)
  }
}

function blankMaster(file: ParsedFile, element: Element): void {
  const isOtherAddition = element.id === id.blockMore && (numberOf(file, element, id.blockAddId) ?? 1) !== 1
  if (isOtherAddition) voidElement(file, element)
  else blankChildren(file, element)
}

function keepNumber(file: ParsedFile, element: Element): void {
  if (element.end - element.start > largestNumber) voidElement(file, element)
}

/** Keeps video and audio tracks; removes subtitle and metadata tracks with their blocks. */
function blankTracks(file: ParsedFile, element: Element, tracks: Map<number, boolean>): void {
  for (const entry of elementsIn(file, element)) {
    if (entry.id !== id.trackEntry) {
      voidElement(file, entry)
      continue
    }
    const [number, type] = [numberOf(file, entry, id.trackNumber), numberOf(file, entry, id.trackType)]
    const isKept = type === video || type === audio
    if (number === null || (tracks.has(number) && tracks.get(number) !== isKept))
      throw new UnblankableFile('a track without a number of its own')
    tracks.set(number, isKept)
    if (isKept) blankTrack(file, entry)
    else voidElement(file, entry)
  }
}

function blankTrack(file: ParsedFile, entry: Element): void {
  if (childOf(file, entry, id.encodings)) throw new UnblankableFile('an encoded track')
  blankChildren(file, entry)
  const codec = childOf(file, entry, id.codec)
  const setup = childOf(file, entry, id.codecPrivate)
  const name = codec ? file.at(codec.start, Math.min(32, codec.end - codec.start)).toString('latin1') : ''
  if (!/^[AV]_[A-Z\d/_.]+\0*$/.test(name)) throw new UnblankableFile('a codec without a name')
  if (!setup) return
  const bytes = file.copy(setup.start, setup.end)
  if (name.startsWith('A_VORBIS')) file.rewrite(setup.start, bytes, cleanVorbis(bytes))
  // A FLAC header can hold comments and pictures after the stream info.
  else if (name.startsWith('A_FLAC') && bytes.length > 42) throw new UnblankableFile('a FLAC header with comments')
}

/** Keeps a block of a kept track. @returns whether it is kept */
function blankBlock(
  file: ParsedFile,
  { element, block }: { element: Element; block: Span },
  tracks: ReadonlyMap<number, boolean>,
): boolean {
  const [first = 0, second = 0] = file.at(block.start, 2)
  const number = first & 0x80 ? first & 0x7f : first & 0x40 ? ((first & 0x3f) << 8) | second : 0
  const isKept = tracks.get(number)
  if (isKept === undefined) throw new UnblankableFile('a block before its track')
  if (!isKept) voidElement(file, element)
  return isKept
}
