import { createSHA256, type IHasher } from 'hash-wasm'
import { readWholeFile } from './wholeFile.ts'
import type { HashReply, HashRequest } from './hashMessages.ts'

declare const self: DedicatedWorkerGlobalScope

type PieceRequest = Exclude<HashRequest, { type: 'file' }>

const streams = new Map<number, Promise<IHasher>>()
/** Hashers are reused: each has its own wasm memory, which is freed only by garbage collection. */
const idle: IHasher[] = []
let lastPiece: Promise<void> = Promise.resolve()

// Requests about pieces run one after the other: an update must finish before the digest that follows it. Whole files
// are independent: one is read while another is hashed.
self.addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  if (data.type === 'file') void answer(data.id, readFile(data))
  else lastPiece = lastPiece.then(() => answer(data.id, handlePiece(data)))
})

async function answer(id: number, handling: Promise<{ reply: HashReply; transfer: readonly ArrayBuffer[] }>) {
  try {
    const { reply, transfer } = await handling
    self.postMessage(reply, [...transfer])
  } catch (error) {
    const reply: HashReply = { id, error: String(error) }
    self.postMessage(reply)
  }
}

async function readFile({ id, file }: Extract<HashRequest, { type: 'file' }>) {
  const { sha256, rows } = await readWholeFile(file)
  return { reply: { id, sha256, rows }, transfer: rows }
}

async function handlePiece(request: PieceRequest) {
  const { id, stream, type } = request
  if (type === 'drop') {
    const dropped = await streams.get(stream)
    streams.delete(stream)
    if (dropped) idle.push(dropped)
    return { reply: { id, sha256: null }, transfer: [] }
  }
  const known = streams.get(stream) ?? Promise.resolve(idle.pop()?.init() ?? createSHA256())
  streams.set(stream, known)
  const hasher = await known
  if (type === 'update') {
    const { bytes } = request
    hasher.update(new Uint8Array(bytes))
    return { reply: { id, sha256: null, bytes }, transfer: [bytes] }
  }
  streams.delete(stream)
  const sha256 = hasher.digest('hex')
  idle.push(hasher)
  return { reply: { id, sha256 }, transfer: [] }
}
