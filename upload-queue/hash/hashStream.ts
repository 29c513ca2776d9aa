import type { HashReply, HashRequest } from './hashMessages.ts'

/** An incremental SHA-256. */
export interface HashStream {
  /** Hashes a piece and resolves to a buffer with its bytes; the buffer passed in may be detached. */
  update(bytes: ArrayBuffer): Promise<ArrayBuffer>
  /** Lower-case hex. */
  digest(): Promise<string>
  /** Discards a hash that will not be finished. */
  drop(): void
}
export type StartHash = () => Promise<HashStream>

type HashAnswer = Exclude<HashReply, { error: string }>

interface HashWorker {
  postMessage(request: HashRequest, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<HashReply>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
}

/**
 * Hashes in a dedicated worker: the page's content security policy forbids wasm, and hashing 100 MiB would block the
 * main thread. Falls back to the platform's SHA-256 when the worker cannot be loaded.
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
  const waiting: { resolve: (answer: HashAnswer) => void; reject: (error: Error) => void }[] = []
  let broken: Error | undefined
  worker.addEventListener('message', ({ data }) => {
    const pending = waiting.shift()
    if ('error' in data) pending?.reject(new Error(data.error))
    else pending?.resolve(data)
  })
  worker.addEventListener('error', () => {
    broken = new Error('the hash worker did not start')
    for (const { reject } of waiting.splice(0)) reject(broken)
  })
  const ask = (request: HashRequest): Promise<HashAnswer> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      waiting.push({ resolve, reject })
      worker.postMessage(request, request.type === 'update' ? [request.bytes] : [])
    })
  let streams = 0
  return () => {
    const stream = (streams += 1)
    return {
      update: async (bytes) => (await ask({ type: 'update', stream, bytes })).bytes ?? bytes,
      digest: async () => (await ask({ type: 'digest', stream })).sha256 ?? '',
      drop: () => void ask({ type: 'drop', stream }).catch(() => {}),
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
  }
}

/** SHA-256 of bytes that are in memory, by the platform, outside the main thread; lower-case hex. */
export async function wholeHash(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
