import { type Box, boxesOf, freeBox } from './box.ts'
import type { ByteSource } from './byteSource.ts'
import { type Patch, UnblankableFile } from './patch.ts'
import { sampleSpans } from './samples.ts'

/** Boxes that play; at the top of a file and inside a movie everything else may say where and by whom. */
const keptOnTop = new Set(['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'pdin', 'wide'])
const descended = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf', 'mvex', 'edts'])
const privateInside = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'loci', 'name', 'XMP_', 'emsg'])
const playedHandlers = new Set(['vide', 'soun', 'auxv', 'pict'])

/** What to blank in an MP4 or a MOV: user data, metadata boxes, and the samples of tracks that are neither seen nor heard. */
export async function blankMp4(source: ByteSource): Promise<Patch[]> {
  const top = await boxesOf(source, 0, source.size)
  const patches: Patch[] = []
  for (const box of top) {
    if (!keptOnTop.has(box.type)) patches.push(...freeBox(box))
    else if (descended.has(box.type)) patches.push(...(await blankInside(source, box)))
  }
  return patches
}

/** The same walk below one box; used for the movie of an image sequence too. */
export async function blankInside(source: ByteSource, parent: Box): Promise<Patch[]> {
  const children = await boxesOf(source, parent.start, parent.end)
  if (children.some((child) => child.type === 'cmov')) throw new UnblankableFile('compressed movie header')
  const patches: Patch[] = []
  if (parent.type === 'trak') patches.push(...(await blankSamples(source, parent)))
  for (const child of children) {
    if (privateInside.has(child.type)) patches.push(...freeBox(child))
    else if (descended.has(child.type)) patches.push(...(await blankInside(source, child)))
  }
  return patches
}

async function blankSamples(source: ByteSource, track: Box): Promise<Patch[]> {
  const media = (await boxesOf(source, track.start, track.end)).find((box) => box.type === 'mdia')
  if (!media) return []
  const parts = await boxesOf(source, media.start, media.end)
  const handler = parts.find((box) => box.type === 'hdlr')
  const kind = handler ? (await source.at(handler.start + 8, 4)).toString('latin1') : ''
  if (playedHandlers.has(kind)) return []
  const information = parts.find((box) => box.type === 'minf')
  const table = information
    ? (await boxesOf(source, information.start, information.end)).find((box) => box.type === 'stbl')
    : undefined
  return table ? sampleSpans(source, table) : []
}
