import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ConfigError } from '../../config.ts'
import type { FileName } from '../fileName.ts'
import { type ReceivedFile, UnsafeStorage } from '../partialFile.ts'
import { type Storage, type StoredFile, unfinishedMs } from '../storage.ts'
import { Bucket } from './bucket.ts'
import { bucketExports } from './bucketExports.ts'
import { isMissing, unlessMissing } from './bucketError.ts'
import { readBucketIdentity, writeBucketIdentity } from './bucketIdentity.ts'
import { putLarge } from './largeObject.ts'
import { LocalCopies } from './localCopies.ts'
import { identityKey, nameOf, objectKey, partsOf, shelves, variantKey, variantsOf } from './objectKeys.ts'
import { parseReception, partBytes } from './reception.ts'
import { openS3File } from './s3File.ts'
import type { S3Settings } from './s3Settings.ts'
import { startSentence } from './startSentence.ts'

/**
 * Media in a bucket: `medias/` for files, `recus/` for the parts of unfinished ones, `apercus/` for variants. Nothing
 * is renamed: a file has its name from the first byte, and the rows say whether it is a media.
 * @throws ConfigError when the bucket cannot be written
 */
export async function openS3Storage(settings: S3Settings): Promise<Storage> {
  const bucket = new Bucket(settings)
  await assertWritable(bucket)
  const copies = await LocalCopies.open()
  const deps = { bucket, copies }
  const readWhole = (name: FileName) => () => bucket.read(objectKey(name))

  return {
    async openPartial(file) {
      const { oldTail } = parseReception(file.reception)
      // The row names its successor now. What is not removed here, the sweeper finds.
      if (oldTail !== undefined) void bucket.remove(oldTail).catch(() => undefined)
      return openS3File(deps, file)
    },

    // The received bytes are in objects that nobody changes.
    copyReceived: (file, name) => Promise.resolve(file.reception === null ? { ...file, name } : file),

    async receivedBytes({ name, reception }) {
      const { parts, tail, isWhole } = parseReception(reception)
      const last = isWhole ? objectKey(name) : (tail ?? parts.at(-1))
      const size = last === undefined ? 0 : await bucket.size(last)
      // An interrupted commit may have completed the file and removed its parts.
      if (size === null || isWhole) return size ?? (await bucket.size(objectKey(name))) ?? 0
      return tail === undefined ? parts.length * partBytes : parts.length * partBytes + size
    },

    async *readReceived({ name, reception }) {
      const { parts, tail, isWhole } = parseReception(reception)
      const isComplete = isWhole || (await bucket.size(objectKey(name))) !== null
      const keys = isComplete ? [objectKey(name)] : [...parts, ...(tail === undefined ? [] : [tail])]
      for (const key of keys) yield* bucket.read(key)
    },

    async complete(file) {
      try {
        await complete(file)
      } catch (error) {
        // Another process may have completed it and removed its parts.
        const isDone = isMissing(error) && (await bucket.size(objectKey(file.name))) === file.bytes
        if (!isDone) throw error
      }
      await copies.trust(file.name, file.bytes, file.reception)
    },

    // Everything that was acknowledged is durable in the store.
    keep: () => Promise.resolve(),

    withLocalFile: (name, work) => copies.withWhole(name, readWhole(name), work),

    read: (name, range) => Readable.from(bucket.stream(objectKey(name), range)),

    pieces: (name, range) => bucket.stream(objectKey(name), range),

    size: (name) => bucket.size(objectKey(name)),

    async remove(name) {
      await copies.remove(name)
      await bucket.remove(objectKey(name))
      await removeReceived(name)
      await removeVariants(name)
    },

    removeReceived,

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

    async *list(which = 'all') {
      if (which === 'all') yield* filesOf(bucket.list(shelves.files), { shelf: shelves.files, isPermanent: true })
      yield* filesOf(bucket.list(shelves.parts), { shelf: shelves.parts, isPermanent: false })
      yield* filesOf(bucket.listMultiparts(shelves.files), { shelf: shelves.files, isPermanent: false })
    },

    async *listVariants() {
      let last: FileName | null = null
      for await (const { key } of bucket.list(shelves.variants)) {
        const name = nameOf(key, shelves.variants)
        if (name !== null && name !== last) yield name
        last = name
      }
    },

    removeVariants,

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

    async setAside({ name, isPermanent }) {
      if (isPermanent) {
        await moveIfExists(bucket, objectKey(name), shelves.aside + name)
        return
      }
      for await (const { key } of bucket.list(partsOf(name))) {
        await moveIfExists(bucket, key, `${shelves.aside}${name}.${key.slice(partsOf(name).length)}`)
      }
      await removeReceived(name)
    },

    readIdentity: () => readBucketIdentity(bucket),

    writeIdentity: (id) => writeBucketIdentity(bucket, id),

    identityPlace: `s3://${settings.bucket}/${settings.prefix}${identityKey}`,

    openExports: () => Promise.resolve(bucketExports(bucket)),

    async check() {
      await copies.check()
      await bucket.check()
    },

    async close() {
      bucket.close()
      await copies.close()
    },
  }

  async function removeReceived(name: FileName): Promise<void> {
    for await (const { key } of bucket.list(partsOf(name))) await bucket.remove(key)
    await bucket.abortMultiparts(objectKey(name))
  }

  async function removeVariants(name: FileName): Promise<void> {
    for await (const { key } of bucket.list(variantsOf(name))) await bucket.remove(key)
    for await (const { key } of bucket.listMultiparts(variantsOf(name))) await bucket.abortMultiparts(key)
  }

  async function complete({ name, bytes, reception }: ReceivedFile): Promise<void> {
    const { parts, tail, oldTail, isWhole } = parseReception(reception)
    const keys = tail === undefined ? parts : [...parts, tail]
    if (!isWhole) {
      const [only] = keys
      if (only === undefined) throw Object.assign(new Error('nothing was received'), { code: 'ENOENT' })
      if (keys.length === 1) await bucket.copy(only, objectKey(name))
      else await bucket.join(keys, objectKey(name))
    }
    if ((await bucket.size(objectKey(name))) !== bytes)
      throw new UnsafeStorage('a file has another length than its parts')
    // What is not removed here, the sweeper finds.
    for (const key of [...keys, oldTail]) if (key !== undefined) void bucket.remove(key).catch(() => undefined)
  }
}

async function assertWritable(bucket: Bucket): Promise<void> {
  const key = `verification-${randomUUID()}`
  try {
    await bucket.put(key, { length: 2, read: () => Promise.resolve(Buffer.from('ok')) })
    await bucket.remove(key)
  } catch (error) {
    bucket.close()
    throw new ConfigError(startSentence(error))
  }
}

async function putFile(bucket: Bucket, key: string, path: string): Promise<void> {
  const { size } = await stat(path)
  if (size <= partBytes) await bucket.put(key, { length: size, read: () => readFile(path) })
  else await putLarge(bucket, key, { size, read: () => createReadStream(path) })
}

async function moveIfExists(bucket: Bucket, from: string, to: string): Promise<void> {
  if ((await bucket.size(from)) === null) return
  await bucket.copy(from, to)
  await bucket.remove(from)
}

async function* filesOf(
  objects: AsyncIterable<{ key: string; changedAt: Date }>,
  { shelf, isPermanent }: { shelf: string; isPermanent: boolean },
): AsyncGenerator<StoredFile> {
  for await (const { key, changedAt } of objects) {
    const name = nameOf(key, shelf)
    if (name !== null) yield { name, changedAt, isPermanent }
  }
}
