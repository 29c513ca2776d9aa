import { type Box, childOf, freeBox } from './box.ts'
import { type Movie, walkBoxes } from './boxWalk.ts'
import { addSamples } from './samples.ts'

/** Handlers of visible or audible tracks. Text, locations, timecodes and sensor data are excluded. */
const playedHandlers = new Set(['vide', 'soun', 'auxv', 'pict'])

/** Keeps a visible or audible track; removes any other with its samples. */
export function blankTrack(movie: Movie, track: Box): void {
  const { file } = movie
  const media = childOf(file, track, 'mdia')
  const handler = media && childOf(file, media, 'hdlr')
  const kind = handler ? file.at(handler.start + 8, 4).toString('latin1') : ''
  const isKept = playedHandlers.has(kind)
  const id = trackId(movie, childOf(file, track, 'tkhd'))
  // When two tracks have the same id, a removed one wins.
  if (id !== null) movie.tracks.set(id, isKept && movie.tracks.get(id) !== false)
  const information = media && childOf(file, media, 'minf')
  const samples = information && childOf(file, information, 'stbl')
  if (samples) addSamples(file, { table: samples, isSound: kind === 'soun' }, isKept ? movie.kept : movie.removed)
  movie.handler = kind
  if (isKept) walkBoxes(movie, 'trak', track)
  else freeBox(file, track)
}

function trackId({ file }: Movie, header: Box | undefined): number | null {
  if (!header) return null
  const isWide = file.at(header.start, 1)[0] === 1
  const bytes = file.at(header.start + (isWide ? 20 : 12), 4)
  return bytes.length === 4 ? bytes.readUInt32BE(0) : null
}
