import { createSHA256, type IHasher } from 'hash-wasm'
import type { HashReply, HashRequest } from './hashMessages.ts'

declare const self: DedicatedWorkerGlobalScope

const streams = new Map<number, Promise<IHasher>>()
/** Hashers are reused: each has its own wasm memory, which is freed only by garbage collection. */
const idle: IHasher[] = []
let turn: Promise<void> = Promise.resolve()

// Requests run one after the other: an update must finish before the digest that follows it.
self.addEventListener('message', (event: MessageEvent<HashRequest>) => {
  turn = turn.then(() => serve(event.data))
})

async function serve(request: HashRequest): Promise<void> {
  try {
    const reply = await handle(request)
    self.postMessage(reply, 'bytes' in reply && reply.bytes ? [reply.bytes] : [])
  } catch (error) {
    const reply: HashReply = { stream: request.stream, error: String(error) }
    self.postMessage(reply)
  }
}

async function handle(request: HashRequest): Promise<HashReply> {
  const { stream, type } = request
  if (type === 'drop') {
    const dropped = await streams.get(stream)
    streams.delete(stream)
    if (dropped) idle.push(dropped)
    return { stream, sha256: null }
  }
  const known = streams.get(stream) ?? Promise.resolve(idle.pop()?.init() ?? createSHA256())
  streams.set(stream, known)
  const hasher = await known
  if (type === 'update') {
    hasher.update(new Uint8Array(request.bytes))
    return { stream, sha256: null, bytes: request.bytes }
  }
  streams.delete(stream)
  const sha256 = hasher.digest('hex')
  idle.push(hasher)
  return { stream, sha256 }
}
