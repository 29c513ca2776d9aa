import type { Endpoint } from '#domain/contract/endpoint.ts'
import { NetworkError } from './apiError.ts'
import { answerTo, type Input } from './client.ts'

/** The server packs a file before it sends the first byte: ten minutes, in milliseconds. */
const packingTimeoutMs = 600_000

/** Merge this many bytes into a Blob: the browser may move it from memory to disk. */
const blobChunkBytes = 16 * 1024 * 1024

const progressIntervalMs = 200

/** The server handled the request, but the file did not arrive completely. */
export class LostFileError extends NetworkError {}

export interface DownloadProgress {
  readonly bytes: number
  /** 0 when the server sends no content-length. */
  readonly total: number
}

/**
 * Downloads the answer of an endpoint as a file.
 * @param name used when the server sends no file name
 * @param onProgress called at most every 200 ms with the bytes received
 * @throws ApiError when the server answers with an error, NetworkError when it does not answer, LostFileError when the
 * connection breaks during the download
 */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { name, onProgress }: { name: string; onProgress?: (received: DownloadProgress) => void },
): Promise<File> {
  const response = await answerTo(endpoint, { ...input, timeoutMs: packingTimeoutMs })
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const total = Number(response.headers.get('content-length')) || 0
  const type = response.headers.get('content-type') ?? ''
  return new File(await piecesOf(response, { total, onProgress }), given ?? name, { type })
}

async function piecesOf(
  response: Response,
  { total, onProgress }: { total: number; onProgress: ((received: DownloadProgress) => void) | undefined },
): Promise<BlobPart[]> {
  let pieces: BlobPart[] = []
  let held = 0
  let bytes = 0
  let notifiedAt = 0
  try {
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const { value } = read
      pieces.push(value)
      held += value.length
      bytes += value.length
      if (held > blobChunkBytes) {
        pieces = [new Blob(pieces)]
        held = 0
      }
      if (Date.now() - notifiedAt < progressIntervalMs) continue
      notifiedAt = Date.now()
      onProgress?.({ bytes, total })
    }
  } catch (error) {
    throw new LostFileError(error)
  }
  return pieces
}
