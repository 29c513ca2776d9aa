import { type Box, boxesIn, freeBox, noBox } from './box.ts'
import type { ParsedFile } from './parsedFile.ts'
import type { Spans } from './spans.ts'

/** What to do with a box that is kept. */
export type Rule = (movie: Movie, box: Box) => void

/** By the type of the parent and its own, the boxes that are kept. */
export type Rules = Readonly<Record<string, Readonly<Record<string, Rule>>>>

/** What is known of a file while its boxes are walked. */
export interface Movie {
  readonly file: ParsedFile
  readonly rules: Rules
  /** Coded bytes of what is seen and heard. */
  readonly kept: Spans
  /** Samples of tracks that are neither seen nor heard. */
  readonly removed: Spans
  /** By track id: whether it is kept. */
  readonly tracks: Map<number, boolean>
  /** By track id: bytes of a sample where its fragments state none. */
  readonly sampleBytes: Map<number, number>
  /** Handler of the track in hand. */
  handler: string
}

/** Walks the boxes in an area: those of the parent's list are kept by their rule, all others become free space. */
export function walkBoxes(movie: Movie, parent: string, area: { start: number; end: number }): void {
  for (const box of boxesIn(movie.file, area)) if (!applyRule(movie, parent, box)) freeBox(movie.file, box)
}

/** Keeps a box by the rule of its parent. @returns false when there is none */
export function applyRule(movie: Movie, parent: string, box: Box): boolean {
  const rule = box.type === noBox ? undefined : movie.rules[parent]?.[box.type]
  rule?.(movie, box)
  return rule !== undefined
}
