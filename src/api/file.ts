import type { Endpoint } from '#domain/contract/endpoint.ts'
import { NetworkError } from './apiError.ts'
import { answerTo, type Input } from './client.ts'

/** A file is packed before its first byte leaves: ten minutes, in milliseconds. */
const packingMs = 600_000

/** So many bytes are handed to the browser at once: it may put them on disk. */
const heldBytes = 16 * 1024 * 1024

const tellEveryMs = 200

/** The server did what it was asked, but its file did not arrive whole. */
export class LostFileError extends NetworkError {}

export interface Received {
  readonly bytes: number
  /** 0 when the server does not say it. */
  readonly total: number
}

/**
 * Fetches a call's answer as a file.
 * @param name of the file, where the server gives none
 * @param onProgress is told what has arrived, now and then
 * @throws ApiError when the server refuses, NetworkError when it does not answer, LostFileError when the connection
 * broke in the middle of the file
 */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { name, onProgress }: { name: string; onProgress?: (received: Received) => void },
): Promise<File> {
  const response = await answerTo(endpoint, input, packingMs)
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const total = Number(response.headers.get('content-length')) || 0
  const type = response.headers.get('content-type') ?? ''
  return new File(await piecesOf(response, { total, onProgress }), given ?? name, { type })
}

async function piecesOf(
  response: Response,
  { total, onProgress }: { total: number; onProgress: ((received: Received) => void) | undefined },
): Promise<BlobPart[]> {
  let pieces: BlobPart[] = []
  let held = 0
  let bytes = 0
  let told = 0
  try {
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const { value } = read
      pieces.push(value)
      held += value.length
      bytes += value.length
      if (held > heldBytes) {
        pieces = [new Blob(pieces)]
        held = 0
      }
      if (Date.now() - told < tellEveryMs) continue
      told = Date.now()
      onProgress?.({ bytes, total })
    }
  } catch (error) {
    throw new LostFileError(error)
  }
  return pieces
}
