import { pipeline, type Readable, Transform } from 'node:stream'
import { crc32 as crcOf } from '@node-rs/crc32'
import type { ByteRange } from '../http/byteRange.ts'
import type { Storage } from '../storage/storage.ts'
import { applyPatches, type Patch } from '../upload/blanking/patch.ts'

export interface Original {
  readonly mediaId: number
  readonly fichier: string
  readonly size: number
  /** What is blanked for this reader; empty for the author. */
  readonly patches: readonly Patch[]
  /** CRC-32 of all bytes that this reader gets, recorded at the commit. */
  readonly crc32: number
}

export interface OriginalDeps {
  readonly storage: Storage
  /** Called when a file that was read in full differs from what was committed. */
  readonly onDamaged: (mediaId: number) => void
}

/** Reads an original or a range of it, as one reader gets it. Checks the CRC-32 when the whole file is read. */
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
  // `pipeline` destroys `given` on a read error, and closes the file when the reader disconnects.
  return pipeline(file, given, () => undefined)
}

/** As {@link readOriginal}, in pieces. A piece is valid until the next one is requested. */
export async function* originalPieces(deps: OriginalDeps, original: Original, part: ByteRange): AsyncGenerator<Buffer> {
  const check = checkOf(deps, original, part)
  let at = part.start
  for await (const piece of deps.storage.pieces(original.fichier, part)) {
    const changed = applyPatches(piece, at, original.patches)
    check.update(changed)
    at += piece.length
    // Check before the last piece: a reader that has all bytes does not request another piece.
    if (at === original.size) check.end()
    yield changed
  }
}

interface Check {
  update(piece: Buffer): void
  end(): void
}

/** Compares a whole file with the CRC-32 of its commit. A range is not checked. */
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
