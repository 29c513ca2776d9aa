import { Readable } from 'node:stream'
import type { ExportStore, StoredExport } from '../exportStore.ts'
import { checkedName, type FileName, isFileName } from '../fileName.ts'
import type { Bucket } from './bucket.ts'
import { putLarge, removeLarge } from './largeObject.ts'
import { shelves } from './objectKeys.ts'

/** Last exports in a bucket, each one object below `exports/`. */
export function bucketExports(bucket: Bucket): ExportStore {
  return {
    // What a failure leaves is listed.
    write: async (name, archive) => putLarge(bucket, keyOf(name), archive),
    read: (name) => Readable.from(bucket.stream(keyOf(name))),
    size: (name) => bucket.size(keyOf(name)),
    remove: async (name) => removeLarge(bucket, keyOf(name)),
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
