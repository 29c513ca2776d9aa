import { type AnsweringWorker, WorkerRequests } from '#upload-queue/workerRequests.ts'
import { readWholeFile, type WholeFile, wholeHash } from './wholeFile.ts'
import type { HashReply, HashRequest } from './hashMessages.ts'

/** An incremental SHA-256. */
export interface HashStream {
  /** Hashes a piece and resolves to a buffer with its bytes; the buffer passed in may be detached. */
  update(bytes: ArrayBuffer): Promise<ArrayBuffer>
  /** Lower-case hex. */
  digest(): Promise<string>
  /** Discards a hash that will not be finished. */
  drop(): void
  /** Reads and hashes a file that fits in memory; the hash of the pieces is not affected. @throws SourceUnreadable */
  readFile(file: Blob): Promise<WholeFile>
}
/** Starts a new hash. */
export type StartHash = () => Promise<HashStream>

type HashWorker = AnsweringWorker<HashRequest, HashReply>

/**
 * Reads and hashes in a dedicated worker: the page's content security policy forbids wasm, and hashing 100 MiB, or
 * reading fifty photos, would block the main thread. Falls back to the platform's SHA-256, in the page, when the worker
 * cannot be loaded or fails.
 */
export function hashesIn(startWorker: () => HashWorker): StartHash {
  let start: Promise<() => HashStream> | undefined
  return async () => {
    start ??= openWorker(startWorker).catch(() => platformHash)
    return (await start)()
  }
}

async function openWorker(startWorker: () => HashWorker): Promise<() => HashStream> {
  const start = workerHashes(startWorker())
  await start().digest()
  return start
}

function workerHashes(worker: HashWorker): () => HashStream {
  const requests = new WorkerRequests(worker)
  let streams = 0
  return () => {
    if (requests.hasFailed) return platformHash()
    const stream = (streams += 1)
    return {
      update: async (bytes) => (await requests.ask({ type: 'update', stream, bytes }, [bytes])).bytes ?? bytes,
      digest: async () => (await requests.ask({ type: 'digest', stream })).sha256 ?? '',
      drop: () => void requests.ask({ type: 'drop', stream }).catch(() => {}),
      async readFile(file) {
        try {
          const { sha256, rows } = await requests.ask({ type: 'file', file })
          return { sha256: sha256 ?? '', rows: rows ?? [] }
        } catch {
          // A browser may not let a worker read a picked file.
          return readWholeFile(file)
        }
      },
    }
  }
}

/** Fallback without a worker: the platform's SHA-256, which needs all bytes at once. */
export function platformHash(): HashStream {
  const pieces: Blob[] = []
  return {
    async update(bytes) {
      // Copies the bytes, because the caller reuses the buffer.
      pieces.push(new Blob([bytes]))
      return bytes
    },
    async digest() {
      return wholeHash(await new Blob(pieces.splice(0)).arrayBuffer())
    },
    drop: () => void pieces.splice(0),
    readFile: readWholeFile,
  }
}
