import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileName } from '../fileName.ts'
import { unfinishedMs, type Variants } from '../storage.ts'
import type { Bucket } from './bucket.ts'
import { unlessMissing } from './bucketError.ts'
import { putLarge } from './largeObject.ts'
import { nameOf, shelves, variantKey, variantsOf } from './objectKeys.ts'
import { partBytes } from './reception.ts'
import type { S3FileDeps } from './s3File.ts'

/** Stores variants in a bucket, each one object below `apercus/`. */
export function bucketVariants({ bucket, copies }: S3FileDeps): Variants {
  return {
    async storeVariants(name, variants, write) {
      const paths = variants.map(() => copies.temporaryPath())
      try {
        const result = await write(paths)
        for (const [n, path] of paths.entries()) {
          await putFile(bucket, variantKey(name, variants[n] ?? ''), path)
        }
        return result
      } finally {
        for (const path of paths) await rm(path, { force: true })
      }
    },

    readVariant: async (name, variant) => unlessMissing(buffer(bucket.read(variantKey(name, variant)))),

    streamVariant: (name, variant, range) => Readable.from(bucket.stream(variantKey(name, variant), range)),

    variantSize: (name, variant) => bucket.size(variantKey(name, variant)),

    async withLocalVariant(name, variant, work) {
      const path = copies.temporaryPath()
      try {
        const isStored = await unlessMissing(writeFile(path, bucket.read(variantKey(name, variant))).then(() => true))
        return isStored ? await work(path) : null
      } finally {
        await rm(path, { force: true })
      }
    },

    variantPath: () => null,

    async *listVariants() {
      let last: FileName | null = null
      for await (const { key } of bucket.list(shelves.variants)) {
        const name = nameOf(key, shelves.variants)
        if (name !== null && name !== last) yield name
        last = name
      }
    },

    async removeVariants(name) {
      for await (const { key } of bucket.list(variantsOf(name))) await bucket.remove(key)
      for await (const { key } of bucket.listMultiparts(variantsOf(name))) await bucket.abortMultiparts(key)
    },

    async removeUnfinishedVariants() {
      const old = Date.now() - unfinishedMs
      let removed = 0
      for await (const { key, uploadId, changedAt } of bucket.listMultiparts(shelves.variants)) {
        if (changedAt.getTime() > old) continue
        await bucket.abortMultipart(key, uploadId)
        removed += 1
      }
      return removed
    },
  }
}

async function putFile(bucket: Bucket, key: string, path: string): Promise<void> {
  const { size } = await stat(path)
  if (size <= partBytes) await bucket.put(key, { length: size, read: () => readFile(path) })
  else await putLarge(bucket, key, { size, read: () => createReadStream(path) })
}
