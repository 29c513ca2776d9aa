import type { HashReply, HashRequest } from './hashMessages.ts'

/** A SHA-256 that is fed piece by piece. */
export interface HashStream {
  /** Takes a piece and gives it back once it is done with it; the one given in may be gone. */
  update(bytes: ArrayBuffer): Promise<ArrayBuffer>
  /** Lower-case hex. */
  digest(): Promise<string>
  /** Forgets a hash that will not be finished. */
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
 * Hashing in a dedicated worker: the page's policy forbids wasm, and 100 MiB would make the screen stutter. A worker
 * that does not start (its file cannot be had) is replaced by the platform's own hash.
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
    const asker = waiting.shift()
    if ('error' in data) asker?.reject(new Error(data.error))
    else asker?.resolve(data)
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

/** Without a worker (it could not be loaded): the platform's own SHA-256, which wants all bytes at once. */
export function platformHash(): HashStream {
  const pieces: Blob[] = []
  return {
    async update(bytes) {
      // A copy: the piece's own memory is given back.
      pieces.push(new Blob([bytes]))
      return bytes
    },
    async digest() {
      const all = await new Blob(pieces.splice(0)).arrayBuffer()
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all))
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    },
    drop: () => void pieces.splice(0),
  }
}
