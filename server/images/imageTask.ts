import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { Patch } from '../upload/blanking/patch.ts'

interface FileToRead {
  readonly path: string
  readonly type: MediaMimeType
}

export type ImageTask =
  | ({ readonly kind: 'inspect' } & FileToRead)
  | ({ readonly kind: 'variants'; readonly targets: VariantTarget[] } & FileToRead)

/** A file to write: WebP, at most `side` pixels on its longer side. */
export interface VariantTarget {
  readonly side: number
  readonly path: string
}

/** Dimensions after rotation, from the header; null when unknown. */
export interface Probe {
  readonly largeur: number | null
  readonly hauteur: number | null
}

/** The result of an inspection, which decodes nothing. */
export interface Inspection extends Probe {
  /** What is blanked for others; null when the file cannot be blanked, see blankingOf. */
  readonly patches: readonly Patch[] | null
}

/** The result of making variants: dimensions, and a blurred preview of about 25 bytes (ThumbHash, base64). */
export interface Variants extends Probe {
  readonly thumbhash: string
  /** Length of a video in milliseconds. */
  readonly dureeMs: number | null
}

/** Sent after the process has loaded its libraries: an earlier exit is not caused by a file. */
export interface ImageReady {
  readonly kind: 'ready'
}

/**
 * `failed`: the file cannot be processed, and the process can continue. With `code` the system failed, not the file.
 */
export interface ImageReply {
  readonly kind: 'reply'
  readonly result?: Inspection | Variants
  readonly failed?: string
  readonly code?: string
}
