import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Less is copied: that costs less than waiting for it. */
const large = 16 * 1024

/**
 * Sends an answer piece by piece, the next one asked for only when the last one has left: whoever makes them may fill
 * the same memory again. A stream would hold fresh memory for each piece, and clearing that away costs more than all the
 * rest. Headers and status stand in the reply.
 * @param onSent told how many bytes have left, after each piece
 * @throws what the pieces throw, after the answer was cut; Error when the reader left
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
      await leaving(raw, piece)
      onSent(piece.length)
    }
    raw.end()
  } catch (error) {
    raw.destroy()
    throw error
  }
}

function leaving(raw: ServerResponse, piece: Uint8Array): Promise<void> | void {
  if (piece.length < large && !raw.destroyed) return void raw.write(Buffer.from(piece))
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('the reader left'))
    if (raw.destroyed) return leave()
    raw.once('close', leave)
    raw.write(piece, (error) => {
      raw.off('close', leave)
      if (error) reject(error)
      else resolve()
    })
  })
}
