import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'

/** What the image process is asked for. */
export type ImageTask =
  | { readonly kind: 'probe'; readonly path: string; readonly type: MediaMimeType }
  | {
      readonly kind: 'variants'
      readonly path: string
      readonly type: MediaMimeType
      readonly targets: VariantTarget[]
    }

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

/** What was made: variants, about 25 bytes that paint a blurred preview (base64), and true dimensions. */
export interface Variants extends Probe {
  readonly thumbhash: string
  /** Length of a video in milliseconds. */
  readonly dureeMs: number | null
}

export interface ImageRequest {
  readonly id: number
  readonly task: ImageTask
}

/** `failed` means this file; the process itself stays fit for the next one. `isDisk`: the disk failed, not the file. */
export interface ImageReply {
  readonly id: number
  readonly result?: Probe | Variants
  readonly failed?: string
  readonly isDisk?: boolean
}
