import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { Patch } from '../upload/blanking/patch.ts'

interface FileToRead {
  readonly path: string
  readonly type: MediaMimeType
}

/** What an image process is asked for. */
export type ImageTask =
  | ({ readonly kind: 'inspect' } & FileToRead)
  | ({ readonly kind: 'variants'; readonly targets: VariantTarget[] } & FileToRead)

/** A file to write: WebP, at most `side` pixels on its longer side. */
export interface VariantTarget {
  readonly side: number
  readonly path: string
  /** Where it is written before it gets its name; nobody else's, for two processes may make the same variant at once. */
  readonly partial: string
}

/** Pixels after turning the picture upright, as far as the file tells without being decoded. */
export interface Probe {
  readonly largeur: number | null
  readonly hauteur: number | null
}

/** What a file says of itself without being decoded. */
export interface Inspection extends Probe {
  /** What others get blanked; null when the file is not understood, see blankingOf. */
  readonly patches: readonly Patch[] | null
}

/** What was made: variants, about 25 bytes that paint a blurred preview (base64), and true dimensions. */
export interface Variants extends Probe {
  readonly thumbhash: string
  /** Length of a video in milliseconds. */
  readonly dureeMs: number | null
}

/** Sent once the process has loaded its libraries: what ends it before is not the fault of a file. */
export interface ImageReady {
  readonly kind: 'ready'
}

/** `failed` means this file; the process itself stays fit for the next one. `code`: the system failed, not the file. */
export interface ImageReply {
  readonly kind: 'reply'
  readonly result?: Inspection | Variants
  readonly failed?: string
  readonly code?: string
}
