const kib = 1024
const mib = 1024 * kib

/** Bounds of one PATCH body, and its size before the speed is known, in bytes. */
export const chunkBounds = { min: 32 * kib, max: 8 * mib, start: 128 * kib } as const

/** Below this size a 413 is not explained by the limit of a proxy. */
const leastBytes = 16 * kib
/** With 400 ms round-trip time, the pause between two chunks then costs 4 % of a chunk. */
const targetMs = 10_000
const stallBounds = { least: 20_000, most: 60_000 } as const

/** Measured upload speed. All items of a drain share one object, so that each learns from the others. */
export interface Throughput {
  /** Size of the next chunk in bytes. */
  chunk: number
  /** Bytes per millisecond; 0 before the first chunk. */
  speed: number
}

/** @param speed stored speed of this network in bytes per millisecond; 0 when unknown */
export function startThroughput(speed = 0): Throughput {
  return { chunk: speed > 0 ? chunkFor(speed) : chunkBounds.start, speed }
}

/**
 * The throughput after a whole request: its speed, and chunks of about 10 s of sending. The size grows at most
 * fourfold, so that one fast chunk has little effect.
 * @param lanes number of files that were being sent in parallel
 */
export function throughputAfter(throughput: Throughput, bytes: number, elapsedMs: number, lanes = 1): Throughput {
  // For a chunk smaller than requested (end of a file, small photo) latency dominates: ignore it when it is slower than
  // the known speed, and do not multiply it by the number of lanes.
  const isWhole = bytes >= chunkBytes(throughput, lanes)
  const speed = (bytes * (isWhole ? lanes : 1)) / Math.max(1, elapsedMs)
  if (!isWhole && speed < throughput.speed) return throughput
  const wanted = Math.min(chunkFor(speed), throughput.chunk * 4)
  return { speed, chunk: !isWhole && wanted < throughput.chunk ? throughput.chunk : wanted }
}

/** Bytes of the next chunk of a file. With more than two in parallel each chunk is smaller: it takes 20 s at most. */
export function chunkBytes({ chunk }: Throughput, lanes: number): number {
  return lanes <= 2 ? chunk : Math.max(chunkBounds.min, Math.floor((2 * chunk) / lanes))
}

/** The throughput after an aborted chunk: the bytes that the server received, over the time of the request. */
export function throughputAfterAbort(bytes: number, elapsedMs: number, lanes = 1): Throughput {
  const speed = (bytes * lanes) / Math.max(1, elapsedMs)
  return { speed, chunk: chunkFor(speed) }
}

/** Halves the chunk size after a chunk without an answer. */
export function halvedChunk(throughput: Throughput): Throughput {
  return { ...throughput, chunk: Math.max(chunkBounds.min, Math.floor(throughput.chunk / 2)) }
}

/** Halves the chunk size that a proxy refused (413), also below the lower bound. */
export function chunkBelow(throughput: Throughput, refusedBytes: number): Throughput {
  return { ...throughput, chunk: Math.floor(Math.min(throughput.chunk, refusedBytes) / 2) }
}

/** Whether chunks of this size are worth sending after a 413 of a proxy. */
export function isWorthSending({ chunk }: Throughput): boolean {
  return chunk >= leastBytes
}

/** Timeout of a chunk in milliseconds: four times its expected duration, between 20 s and 60 s. */
export function stallLimitMs(throughput: Throughput, bytes: number): number {
  const expected = throughput.speed > 0 ? bytes / throughput.speed : 0
  return Math.min(stallBounds.most, Math.max(stallBounds.least, 4 * expected))
}

/** Whether a file takes less than 1 s: then it may be sent in parallel without delaying the other one. */
export function isQuick({ chunk, speed }: Throughput, bytes: number): boolean {
  return bytes <= chunk && bytes <= speed * 1000
}

/** Whether a file takes less than 15 s. In parallel with another file each takes twice as long. */
export function isBrief({ speed }: Throughput, bytes: number): boolean {
  return bytes <= speed * 15_000
}

function chunkFor(speed: number): number {
  return Math.round(Math.min(chunkBounds.max, Math.max(chunkBounds.min, speed * targetMs)))
}
