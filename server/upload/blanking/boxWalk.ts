import { type Box, boxesIn, freeBox, unknownBoxType } from './box.ts'
import type { ParsedFile } from './parsedFile.ts'
import type { Spans } from './spans.ts'

export type Rule = (movie: Movie, box: Box) => void

export type Rules = Readonly<Record<string, Readonly<Record<string, Rule>>>>

/** State of the walk over one file. */
export interface Movie {
  readonly file: ParsedFile
  readonly rules: Rules
  /** Byte ranges of the samples of kept tracks. */
  readonly kept: Spans
  /** Byte ranges of the samples of removed tracks. */
  readonly removed: Spans
  /** By track id: whether the track is kept. */
  readonly tracks: Map<number, boolean>
  /** By track id: default sample size in bytes, for fragments that give none. */
  readonly sampleBytes: Map<number, number>
  handler: string
}

/** Applies the parent's rules to the boxes of a range. A box without a rule becomes free space. */
export function walkBoxes(movie: Movie, parent: string, area: { start: number; end: number }): void {
  for (const box of boxesIn(movie.file, area)) if (!applyRule(movie, parent, box)) freeBox(movie.file, box)
}

/** Applies the parent's rule to a box. @returns false when there is no rule */
export function applyRule(movie: Movie, parent: string, box: Box): boolean {
  const rule = box.type === unknownBoxType ? undefined : movie.rules[parent]?.[box.type]
  rule?.(movie, box)
  return rule !== undefined
}
