import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Copy smaller pieces: waiting for the socket is slower. */
const copyMaxBytes = 16 * 1024

/** Bytes that wait for the socket: above it a small piece waits too, or a slow client's answer fills the memory. */
const waitingMaxBytes = 512 * 1024

/**
 * Sends a body piece by piece and requests the next piece only after the last one is written, so that the producer can
 * reuse its buffer. A stream would allocate a buffer for each piece, and the garbage collection of those costs more
 * than all the rest. Status and headers come from the reply.
 * @param onSent receives the length in bytes of each sent piece
 * @throws what the pieces throw, after the connection is closed; Error when the client disconnects
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<Uint8Array>,
  onSent: (bytes: number) => void,
): Promise<void> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  try {
    for await (const piece of pieces) {
      await writePiece(raw, piece)
      onSent(piece.length)
    }
    raw.end()
  } catch (error) {
    raw.destroy()
    throw error
  }
}

function writePiece(raw: ServerResponse, piece: Uint8Array): Promise<void> | void {
  const isCopied = piece.length < copyMaxBytes && raw.writableLength < waitingMaxBytes
  if (isCopied && !raw.destroyed) return void raw.write(Buffer.from(piece))
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('the client disconnected'))
    if (raw.destroyed) return onClose()
    raw.once('close', onClose)
    raw.write(piece, (error) => {
      raw.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}
