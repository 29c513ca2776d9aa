import { boxesIn, freeBox, unknownBoxType, type Box } from './box.ts'
import { type Rule, type Rules, walkBoxes, type Movie } from './boxWalk.ts'
import { blankIcc } from './icc.ts'
import { UnblankableFile } from './patch.ts'
import { blankTrack } from './track.ts'

const visualBytes = 78
const audioBytes = [28, 44, 64]

const keep: Rule = () => undefined
const walk: Rule = (movie, box) => walkBoxes(movie, box.type, box)

/** Keeps the first `bytes` bytes of a payload and blanks the rest. */
function upTo(bytes: number): Rule {
  return ({ file }, { start, end }) => file.zero(start + bytes, end)
}

/** Keeps the first bytes of a payload: `bytes` for version 0, `bytesOfVersion1` for version 1. */
function versioned(bytes: number, bytesOfVersion1: number): Rule {
  return ({ file }, { start, end }) => file.zero(start + (file.at(start, 1)[0] === 1 ? bytesOfVersion1 : bytes), end)
}

/** Keeps a table: a header that ends with the row count, and its rows. */
function table(rowBytes: number, rowBytesOfVersion1 = rowBytes): Rule {
  return ({ file }, { start, end }) => {
    if (end - start < 8) return
    const head = file.at(start, 8)
    file.zero(start + 8 + head.readUInt32BE(4) * (head[0] === 1 ? rowBytesOfVersion1 : rowBytes), end)
  }
}

/** Keeps the handler type; blanks the manufacturer and the name. */
const handler: Rule = ({ file }, { start, end }) => file.zero(start + 12, end)

/** @throws UnblankableFile when the media data is in another file or an entry is longer than its flags */
const references: Rule = ({ file }, { start, end }) => {
  for (const entry of boxesIn(file, { start: start + 8, end })) {
    const isHere = ((file.at(entry.start, 4)[3] ?? 0) & 1) === 1
    if (entry.type === unknownBoxType || !isHere) throw new UnblankableFile('media in another file')
    file.zero(entry.start + 4, entry.end)
  }
}

/** Keeps colours given as numbers, and the kept tags of a colour profile. */
export const colours: Rule = ({ file }, { start, end }) => {
  const kind = file.at(start, 4).toString('latin1')
  if (kind === 'nclx' || kind === 'nclc') file.zero(start + 11, end)
  else if (kind === 'prof' || kind === 'rICC') blankIcc(file, [{ start: start + 4, end }])
  else file.zero(start, end)
}

const sampleEntries: Rule = (movie, { start, end }) => {
  const isSound = movie.handler === 'soun'
  for (const entry of boxesIn(movie.file, { start: start + 8, end })) {
    if (entry.type === unknownBoxType) movie.file.zero(entry.start, entry.end)
    else if (isSound) blankAudioEntry(movie, entry)
    else blankVisualEntry(movie, entry)
  }
}

const groupings = new Set(['roll', 'prol', 'rap ', 'sync', 'tsas', 'sap '])
/** Keeps the sample groups that decoders and players use. */
const groups: Rule = ({ file }, box) => {
  if (!groupings.has(file.at(box.start + 4, 4).toString('latin1'))) freeBox(file, box)
}

const trackReferences: Rule = ({ file }, box) => {
  for (const reference of boxesIn(file, box)) {
    if (!keptReferences.has(reference.type)) freeBox(file, reference)
  }
}
const keptReferences = new Set(['auxl', 'vdep', 'vplx', 'fall', 'thmb'])

const compressed: Rule = () => {
  throw new UnblankableFile('compressed movie header')
}

/** Keeps the sample defaults of a track; frees them when the track is removed. */
const fragmentDefaults: Rule = ({ file, tracks, sampleBytes }, box) => {
  const bytes = file.at(box.start, 20)
  if (bytes.length < 20) return
  const id = bytes.readUInt32BE(4)
  sampleBytes.set(id, bytes.readUInt32BE(16))
  if (tracks.get(id) === false) freeBox(file, box)
  else file.zero(box.start + 24, box.end)
}

const brands: Rule = (_movie, { start, end }) => {
  if (end - start > 264) throw new UnblankableFile('too many brands')
}

/** Keeps sample sizes: one fixed size or a table. */
const sizes: Rule = ({ file }, { start, end }) => {
  if (end - start < 12) return
  const head = file.at(start, 12)
  const bits = head.readUInt32BE(4) === 0 ? 32 : 0
  file.zero(start + 12 + (head.readUInt32BE(8) * bits) / 8, end)
}

/** Maps several box types to one rule. */
function each(rule: Rule, types: string): Record<string, Rule> {
  return Object.fromEntries(types.split(' ').map((type) => [type, rule]))
}

/** The rule of each kept box, by parent type and box type. A box that is not listed becomes free space. */
export const boxRules: Rules = {
  file: { ...each(brands, 'ftyp styp'), ...each(walk, 'moov mfra'), ...each(keep, 'sidx ssix pdin'), wide: upTo(0) },
  moov: { mvhd: versioned(100, 112), trak: blankTrack, mvex: walk, cmov: compressed },
  mvex: { mehd: versioned(8, 12), trex: fragmentDefaults },
  mfra: { tfra: keep, mfro: upTo(8) },
  trak: { tkhd: versioned(84, 96), tref: trackReferences, ...each(walk, 'edts mdia tapt') },
  edts: { elst: table(12, 20) },
  tapt: each(upTo(12), 'clef prof enof'),
  mdia: { mdhd: versioned(24, 36), hdlr: handler, minf: walk },
  minf: { vmhd: upTo(12), smhd: upTo(8), hdlr: handler, ...each(walk, 'dinf stbl') },
  dinf: { dref: references },
  stbl: {
    ...each(table(8), 'stts ctts co64 stsh'),
    ...each(table(4), 'stco stss stps'),
    ...each(keep, 'stz2 sdtp'),
    ...each(groups, 'sgpd sbgp'),
    stsd: sampleEntries,
    stsc: table(12),
    stsz: sizes,
    cslg: versioned(24, 44),
  },
  moof: { mfhd: upTo(8), traf: walk },
  traf: { tfhd: upTo(40), tfdt: versioned(8, 12), ...each(keep, 'trun sdtp'), ...each(groups, 'sgpd sbgp') },
  visual: {
    ...each(keep, 'avcC hvcC lhvC av1C esds'),
    ...each(upTo(24), 'vpcC dvcC dvvC dvwC mdcv auxi'),
    ...each(upTo(8), 'd263 pasp amve CoLL clli'),
    ...each(upTo(32), 'clap SmDm'),
    colr: colours,
    fiel: upTo(2),
    gama: upTo(4),
    btrt: upTo(12),
  },
  audio: {
    ...each(keep, 'esds chan chnl mhaC'),
    ...each(upTo(64), 'dac3 dec3 dac4 dOps alac damr dmlp'),
    wave: walk,
    dfLa: upTo(42),
    pcmC: upTo(6),
    btrt: upTo(12),
    srat: upTo(8),
  },
  wave: { ...each(upTo(4), 'frma mp4a enda'), ...each(keep, 'esds chan'), alac: upTo(64), '\0\0\0\0': upTo(0) },
}

/** Blanks the vendor and compressor names in the sample entry of a video track (ISO/IEC 14496-12, 12.1.3). */
function blankVisualEntry(movie: Movie, { start, end }: Box): void {
  const { file } = movie
  file.zero(start + 8, Math.min(start + 24, end))
  file.zero(start + 42, Math.min(start + 74, end))
  walkBoxes(movie, 'visual', { start: Math.min(start + visualBytes, end), end })
}

/**
 * Blanks the vendor in the sample entry of an audio track (12.2.3). QuickTime's versions 1 and 2 have longer entries.
 */
function blankAudioEntry(movie: Movie, { start, end }: Box): void {
  const { file } = movie
  const version = file.at(start + 8, 2).readUInt16BE(0)
  file.zero(start + 12, Math.min(start + 16, end))
  walkBoxes(movie, 'audio', { start: Math.min(start + (audioBytes[version] ?? 28), end), end })
}
