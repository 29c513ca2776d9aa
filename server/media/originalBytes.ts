import { pipeline, type Readable } from 'node:stream'
import type { ByteRange } from '../http/byteRange.ts'
import type { Storage } from '../storage/storage.ts'
import { applyPatches, type Patch, patchStream } from '../upload/blanking/patch.ts'

interface Original {
  readonly fichier: string
  /** What is blanked for whoever gets it; none for its author. */
  readonly patches: readonly Patch[]
}

/** The bytes of an original or of a part of it, as somebody gets them. */
export function readOriginal(storage: Storage, { fichier, patches }: Original, part?: ByteRange): Readable {
  const file = storage.read(fichier, part)
  // Whoever reads hears of a failure; who leaves early ends the reading of the file.
  return patches.length === 0 ? file : pipeline(file, patchStream(part?.start ?? 0, patches), () => undefined)
}

/** The same bytes in pieces; each is good until the next is asked for. */
export async function* originalPieces(
  storage: Storage,
  { fichier, patches }: Original,
  part: ByteRange,
): AsyncGenerator<Buffer> {
  let at = part.start
  for await (const piece of storage.pieces(fichier, part)) {
    yield applyPatches(piece, at, patches)
    at += piece.length
  }
}
