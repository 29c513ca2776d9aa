import { open } from 'node:fs/promises'

const pieceBytes = 512 * 1024
/** Two of each file that is being read; a few are kept for the next one. */
const spare: Buffer[] = []
const mostSpare = 16

/**
 * A part of a file in pieces, the next one read while the last one is used. A piece is good until the next is asked for.
 * @param part inclusive positions
 */
export async function* readPieces(
  path: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path, 'r')
  const buffers = [takeBuffer(), takeBuffer()] as const
  let at = start
  let turn = 0
  const readNext = () => {
    turn = 1 - turn
    const next = file.read(buffers[turn] ?? buffers[0], 0, Math.min(pieceBytes, end - at + 1), at)
    // It may fail while nobody waits for it yet.
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
      // While the last piece leaves.
      else close().catch(() => undefined)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    // Nothing is read any more into what others are given.
    await reading.catch(() => undefined)
    if (spare.length < mostSpare) spare.push(...buffers)
    await close()
  }
}

function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
}
