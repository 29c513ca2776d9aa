import { pipeline, type Readable, Transform } from 'node:stream'
import { crc32 as crcOf } from 'node:zlib'
import type { ByteRange } from '../http/byteRange.ts'
import type { Storage } from '../storage/storage.ts'
import { applyPatches, type Patch } from '../upload/blanking/patch.ts'

/** An original as one reader gets it. */
export interface Original {
  readonly mediaId: number
  readonly fichier: string
  /** Bytes of the file. */
  readonly size: number
  /** What is blanked for whoever gets it; none for its author. */
  readonly patches: readonly Patch[]
  /** CRC-32 of the whole as this reader gets it, noted at the commit. */
  readonly crc32: number
}

export interface OriginalDeps {
  readonly storage: Storage
  /** Called when a file that was read whole differs from what was committed. */
  readonly onDamaged: (mediaId: number) => void
}

/** The bytes of an original or of a part of it, as one reader gets them. A file read whole is checked on the way. */
export function readOriginal(deps: OriginalDeps, original: Original, part?: ByteRange): Readable {
  const file = deps.storage.read(original.fichier, part)
  const check = checkOf(deps, original, part)
  let at = part?.start ?? 0
  const given = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const changed = applyPatches(piece, at, original.patches)
      at += piece.length
      check.update(changed)
      done(null, changed)
    },
    flush(done) {
      check.end()
      done()
    },
  })
  // Whoever reads hears of a failure; who leaves early ends the reading of the file.
  return pipeline(file, given, () => undefined)
}

/** The same bytes in pieces; each is good until the next is asked for. */
export async function* originalPieces(deps: OriginalDeps, original: Original, part: ByteRange): AsyncGenerator<Buffer> {
  const check = checkOf(deps, original, part)
  let at = part.start
  for await (const piece of deps.storage.pieces(original.fichier, part)) {
    const changed = applyPatches(piece, at, original.patches)
    check.update(changed)
    at += piece.length
    // Before the last piece leaves: a reader that has all it wanted does not ask for another.
    if (at === original.size) check.end()
    yield changed
  }
}

interface Check {
  update(piece: Buffer): void
  end(): void
}

/** Compares a whole file with the CRC-32 of its commit; a part of it says nothing. */
function checkOf({ onDamaged }: OriginalDeps, { mediaId, size, crc32 }: Original, part?: ByteRange): Check {
  const isWhole = part === undefined || (part.start === 0 && part.end === size - 1)
  if (!isWhole) return { update: () => undefined, end: () => undefined }
  let crc = 0
  return {
    update(piece) {
      crc = crcOf(piece, crc)
    },
    end() {
      if (crc !== crc32) onDamaged(mediaId)
    },
  }
}
