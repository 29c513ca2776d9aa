/** One file as it was picked. */
export interface PickedFile {
  readonly file: File
  /** Bytes, as the file said when it was picked. */
  readonly size: number
  /** Whether the person chose the lighter picture; videos are never changed. */
  readonly allegee: boolean
}

/**
 * What became of one picked file: `safe` only after the strict transaction; `lost` was not kept and is listed with its
 * cause; `cancelled`: the person gave it up meanwhile.
 */
export interface EnqueueResult {
  readonly name: string
  readonly result: 'safe' | 'duplicate' | 'volatile' | 'lost' | 'cancelled'
  /** French, ready to show; null when there is nothing to say. */
  readonly sentence: string | null
  readonly itemId: string | null
}

/** Files whose names the queue has written down. */
export interface Enqueued {
  /** One answer per file, in their order, once all were copied as far as this phone gives and keeps them. */
  readonly copied: Promise<EnqueueResult[]>
}
