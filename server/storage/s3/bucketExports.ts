import { Readable } from 'node:stream'
import type { ExportStore, StoredExport } from '../exportStore.ts'
import { checkedName, type FileName, isFileName } from '../fileName.ts'
import { UnsafeStorage } from '../partialFile.ts'
import type { Bucket } from './bucket.ts'
import { shelves } from './objectKeys.ts'
import { partBytes } from './reception.ts'

/** Several stores accept no more parts of one object. */
const maxParts = 1000

/** Last exports in a bucket, each one object below `exports/`. */
export function bucketExports(bucket: Bucket): ExportStore {
  async function remove(name: FileName): Promise<void> {
    await bucket.remove(keyOf(name))
    await bucket.abortMultiparts(keyOf(name))
  }

  return {
    async write(name, archive) {
      const { size } = archive
      const length = Math.min(size, Math.max(partBytes, Math.ceil(size / maxParts)))
      try {
        await bucket.putParts(keyOf(name), equalParts(archive.read(), length), length)
        if ((await bucket.size(keyOf(name))) !== size)
          throw new UnsafeStorage('an export has another size than announced')
      } catch (error) {
        // What is not removed here is listed.
        await remove(name).catch(() => undefined)
        throw error
      }
    },
    read: (name) => Readable.from(bucket.read(keyOf(name))),
    size: (name) => bucket.size(keyOf(name)),
    remove,
    async list() {
      const found: StoredExport[] = []
      for (const objects of [bucket.list(shelves.exports), bucket.listMultiparts(shelves.exports)]) {
        for await (const { key, changedAt } of objects) {
          const name = key.slice(shelves.exports.length)
          if (isFileName(name)) found.push({ name, changedAt })
        }
      }
      return found
    },
  }
}

function keyOf(name: FileName): string {
  return shelves.exports + checkedName(name)
}

/** The same bytes in buffers of one length; the last one may be shorter. */
async function* equalParts(pieces: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let part: Buffer | null = null
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      part ??= Buffer.allocUnsafe(length)
      const taken = Math.min(length - filled, piece.length - at)
      part.set(piece.subarray(at, at + taken), filled)
      at += taken
      filled += taken
      if (filled < length) continue
      yield part
      part = null
      filled = 0
    }
  }
  if (part) yield part.subarray(0, filled)
}
