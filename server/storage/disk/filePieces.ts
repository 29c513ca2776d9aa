import { open } from 'node:fs/promises'

const pieceBytes = 768 * 1024
/** Pool of read buffers: each file uses two, and some are kept for the next file. */
const spare: Buffer[] = []
const maxSpare = 16

/**
 * Reads a part of a file in pieces; reads ahead one piece. A piece is valid until the next one is requested.
 * @param part inclusive positions
 */
export async function* readPieces(
  path: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path, 'r')
  const buffers = [takeBuffer(), takeBuffer()] as const
  let at = start
  let index = 0
  const readNext = () => {
    index = 1 - index
    const next = file.read(buffers[index] ?? buffers[0], 0, Math.min(pieceBytes, end - at + 1), at)
    // Without this handler, a failure before the await is an unhandled rejection.
    next.catch(() => undefined)
    return next
  }
  let reading = readNext()
  let closing: Promise<void> | undefined
  const close = () => (closing ??= file.close())
  try {
    while (at <= end) {
      const { bytesRead, buffer } = await reading
      if (bytesRead === 0) return
      at += bytesRead
      if (at <= end) reading = readNext()
      // Close the file while the last piece is sent.
      else close().catch(() => undefined)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    // A read in progress must end before its buffer is reused.
    await reading.catch(() => undefined)
    if (spare.length < maxSpare) spare.push(...buffers)
    await close()
  }
}

function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
}
