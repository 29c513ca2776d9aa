import { createHash, type Hash } from 'node:crypto'
import { crc32 } from '@node-rs/crc32'
import type { UploadRow } from '../database/tables/medias.ts'

/** SHA-256 and CRC-32 of the bytes received so far. */
export class RunningHash {
  readonly #sha: Hash = createHash('sha256')
  #crc = 0
  bytes = 0

  update(piece: Uint8Array): void {
    this.#sha.update(piece)
    this.#crc = crc32(piece, this.#crc)
    this.bytes += piece.length
  }

  /** Final values; the SHA-256 in lower-case hexadecimal. Do not call `update` afterwards. */
  digest(): { sha256: string; crc32: number } {
    return { sha256: this.#sha.digest('hex'), crc32: this.#crc }
  }
}

const maxKept = 1000

/**
 * Cache of the hashes of open uploads between two requests. After a restart, a disconnect or on another node the hash
 * is missing, and is computed at the commit from the complete file (ADR 6).
 */
export class UploadHashes {
  readonly #kept = new Map<string, RunningHash>()

  /** The hash of exactly the acknowledged bytes of an upload; null when it is missing. Removes it from the cache. */
  take(upload: Pick<UploadRow, 'fichierTemporaire' | 'decalage'>): RunningHash | null {
    const known = this.#kept.get(upload.fichierTemporaire)
    this.#kept.delete(upload.fichierTemporaire)
    if (known?.bytes === upload.decalage) return known
    return upload.decalage === 0 ? new RunningHash() : null
  }

  /** Keyed by file name: another process may have continued the upload in another file. */
  keep({ fichierTemporaire }: Pick<UploadRow, 'fichierTemporaire'>, hash: RunningHash | null): void {
    if (!hash) return
    this.#kept.set(fichierTemporaire, hash)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
  }
}
