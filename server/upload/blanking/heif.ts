import { type Box, boxesIn, childOf, freeBox } from './box.ts'
import { colours } from './boxRules.ts'
import { applyRule, type Movie } from './boxWalk.ts'
import { type HeifItem, itemsOf } from './heifItems.ts'
import { UnblankableFile } from './patch.ts'
import type { Span, Spans } from './spans.ts'
import { blankTiff } from './tiff.ts'

/** Item types that are images or are derived from images (ISO/IEC 23008-12, 6). */
const pictureTypes = new Set(['hvc1', 'hev1', 'lhv1', 'av01', 'avc1', 'vvc1', 'hvt1', 'grid', 'iden', 'iovl', 'tmap'])
/**
 * Properties that affect rendering. The others keep their box, because properties are referenced by index, and lose
 * their content.
 */
const keptProperties = new Set(
  (
    'hvcC lhvC av1C avcC vvcC ispe pixi irot imir clap pasp lsel a1op a1lx clli mdcv cclv amve tols rref ' +
    'stsz cmpC uncC'
  ).split(' '),
)
const keptBoxes = new Set(['pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'hdlr', 'grpl', 'dinf'])
const keptGroups = new Set(['altr', 'ster', 'eqiv', 'tmap', 'brst'])
const auxiliaryType = /^urn:[\w:.-]{1,100}\0/

/**
 * Blanks the `meta` box of a HEIC or AVIF: items that are not images, names, properties that do not affect rendering,
 * and EXIF except its kept tags.
 * @param data receives the range of the coded bytes in the `idat` box
 */
export function blankPictures(movie: Movie, meta: Box, data: Spans): void {
  const { file } = movie
  const inside = { start: meta.start + 4, end: meta.end }
  for (const item of itemsOf(file, inside)) blankItem(movie, item)
  for (const box of boxesIn(file, inside)) {
    if (!keptBoxes.has(box.type)) freeBox(file, box)
    else if (box.type === 'idat') data.add(box.start, box.end)
    else if (box.type === 'hdlr') file.zero(box.start + 12, box.end)
    else if (box.type === 'dinf') applyRule(movie, 'minf', box)
    else if (box.type === 'iinf') blankNames(movie, box)
    else if (box.type === 'iprp') blankProperties(movie, box)
    else if (box.type === 'grpl') {
      for (const group of boxesIn(file, box)) if (!keptGroups.has(group.type)) freeBox(file, group)
    }
  }
}

function blankItem({ file, kept, removed }: Movie, { type, spans }: HeifItem): void {
  if (spans === null) throw new UnblankableFile('an item stored in an unusual way')
  const [only] = spans
  if (pictureTypes.has(type)) for (const { start, end } of spans) kept.add(start, end)
  else if (type === 'Exif' && only && spans.length === 1) {
    kept.add(only.start, only.end)
    blankExif({ file }, only)
  } else if (type === 'jpeg') throw new UnblankableFile('a JPEG inside')
  else for (const { start, end } of spans) removed.add(start, end)
}

/** An Exif item starts with a 4-byte offset of its TIFF block, counted from the end of that number. */
function blankExif({ file }: Pick<Movie, 'file'>, { start, end }: Span): void {
  const block = start + 4 + (end - start < 12 ? end : file.at(start, 4).readUInt32BE(0))
  file.zero(start + 4, Math.min(block, end))
  if (block < end) blankTiff(file, block, end)
}

/** Blanks the names and content types of items, which follow the item type (ISO/IEC 14496-12, 8.11.6). */
function blankNames({ file }: Movie, box: Box): void {
  const entries = box.start + (file.at(box.start, 1)[0] === 0 ? 6 : 8)
  for (const entry of boxesIn(file, { start: entries, end: box.end })) {
    const isWide = file.at(entry.start, 1)[0] === 3
    if (entry.type === 'infe') file.zero(entry.start + (isWide ? 14 : 12), entry.end)
    else freeBox(file, entry)
  }
}

function blankProperties(movie: Movie, box: Box): void {
  const { file } = movie
  const container = childOf(file, box, 'ipco')
  for (const child of boxesIn(file, box)) if (child.type !== 'ipco' && child.type !== 'ipma') freeBox(file, child)
  if (!container) return
  for (const property of boxesIn(file, container)) {
    const { type, start, end } = property
    if (type === 'colr') colours(movie, property)
    else if (type === 'auxC') {
      const urn = auxiliaryType.exec(file.at(start + 4, Math.min(128, end - start)).toString('latin1'))?.[0]
      file.zero(start + 4 + (urn?.length ?? 0), end)
    } else if (!keptProperties.has(type)) file.zero(start, end)
  }
}
