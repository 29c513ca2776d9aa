/** One file as it was picked. */
export interface PickedFile {
  readonly file: File
  /** Bytes, read from the file when it was picked. */
  readonly size: number
  /** Whether the person chose the lighter picture; videos are never changed. */
  readonly allegee: boolean
}

/**
 * Result for one picked file. `safe`: the strict transaction is committed. `lost`: not stored, listed with its cause.
 * `cancelled`: the person cancelled it during the copy.
 */
export interface EnqueueResult {
  readonly name: string
  readonly result: 'safe' | 'duplicate' | 'volatile' | 'lost' | 'cancelled'
  /** French, ready to show; null when there is no message. */
  readonly sentence: string | null
  readonly itemId: string | null
}

/** Files whose rows are written. */
export interface EnqueuedFiles {
  /** One result per file, in order, when all copies have ended. */
  readonly copied: Promise<EnqueueResult[]>
}
