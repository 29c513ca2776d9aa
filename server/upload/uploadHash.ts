import { createHash, type Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { UploadRow } from '../database/tables/medias.ts'
import type { Storage } from '../storage/storage.ts'

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

  /** Final values; the SHA-256 in lower-case hexadecimal. Nothing can be added afterwards. */
  digest(): { sha256: string; crc32: number } {
    return { sha256: this.#sha.digest('hex'), crc32: this.#crc }
  }
}

const mostKept = 1000

/**
 * Hashes of open uploads between two requests. They are a saving, never the truth: what is missing (a restart, another
 * node, a cut in the middle) is computed again from the bytes that are durable.
 */
export class UploadHashes {
  readonly #kept = new Map<string, RunningHash>()
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** The hash of exactly the acknowledged bytes of an upload; the caller alone goes on with it. */
  async take(upload: Pick<UploadRow, 'fichierTemporaire' | 'decalage'>): Promise<RunningHash> {
    const known = this.#kept.get(upload.fichierTemporaire)
    this.#kept.delete(upload.fichierTemporaire)
    if (known?.bytes === upload.decalage) return known
    const fresh = new RunningHash()
    if (upload.decalage === 0) return fresh
    const range = { start: 0, end: upload.decalage - 1 }
    for await (const piece of this.#storage.read(upload.fichierTemporaire, range)) fresh.update(piece as Buffer)
    return fresh
  }

  /** By its file: another process may have gone on with the upload, in another one. */
  keep({ fichierTemporaire }: Pick<UploadRow, 'fichierTemporaire'>, hash: RunningHash): void {
    this.#kept.set(fichierTemporaire, hash)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
  }
}
