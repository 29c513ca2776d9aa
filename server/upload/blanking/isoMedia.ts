import { boxesIn, freeBox } from './box.ts'
import { boxRules } from './boxRules.ts'
import { applyRule, type Movie } from './boxWalk.ts'
import { blankFragment } from './fragments.ts'
import { blankPictures } from './heif.ts'
import type { ParsedFile } from './parsedFile.ts'
import { Spans } from './spans.ts'

const pictureBrands = new Set('mif1 mif2 msf1 miaf heic heix heim heis hevc hevx hevm hevs avif avis'.split(' '))

/**
 * Blanks files of ISO/IEC 14496-12 (MP4, MOV) and 23008-12 (HEIC, AVIF): every box except those that draw, play or
 * date the media, and all coded bytes that no kept track or image references.
 */
export function blankIsoMedia(file: ParsedFile): void {
  const movie: Movie = {
    file,
    rules: boxRules,
    kept: new Spans(),
    removed: new Spans(),
    tracks: new Map(),
    sampleBytes: new Map(),
    handler: '',
  }
  const data = new Spans()
  const isPicture = pictureBrands.has(file.at(8, 4).toString('latin1'))
  for (const box of boxesIn(file, { start: 0, end: file.size })) {
    if (box.type === 'mdat') data.add(box.start, box.end)
    else if (box.type === 'meta' && isPicture) blankPictures(movie, box, data)
    else if (box.type === 'moof') blankFragment(movie, box)
    else if (!applyRule(movie, 'file', box)) freeBox(file, box)
  }
  for (const { start, end } of data.outside(movie.kept)) file.zero(start, end)
  for (const { start, end } of movie.removed.sorted()) file.zero(start, end)
}
