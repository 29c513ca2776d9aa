import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ConfigError } from '../../config.ts'
import type { FileName } from '../fileName.ts'
import type { Storage, StoredFile } from '../storage.ts'
import { Bucket } from './bucket.ts'
import { bucketExports } from './bucketExports.ts'
import { readBucketIdentity, writeBucketIdentity } from './bucketIdentity.ts'
import { bucketReceptions } from './bucketReceptions.ts'
import { bucketVariants } from './bucketVariants.ts'
import { LocalCopies } from './localCopies.ts'
import { identityKey, nameOf, objectKey, partsOf, shelves } from './objectKeys.ts'
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
  const receptions = bucketReceptions({ bucket, copies })
  const variants = bucketVariants({ bucket, copies })
  const readWhole = (name: FileName) => () => bucket.read(objectKey(name))

  return {
    ...receptions,
    ...variants,

    withLocalFile: (name, work) => copies.withWhole(name, readWhole(name), work),

    read: (name, range) => Readable.from(bucket.stream(objectKey(name), range)),

    pieces: (name, range) => bucket.stream(objectKey(name), range),

    size: (name) => bucket.size(objectKey(name)),

    async remove(name) {
      await copies.remove(name)
      await bucket.remove(objectKey(name))
      await receptions.removeReceived(name)
      await variants.removeVariants(name)
    },

    async *list(which = 'all') {
      if (which === 'all') yield* filesOf(bucket.list(shelves.files), { shelf: shelves.files, isPermanent: true })
      yield* filesOf(bucket.list(shelves.parts), { shelf: shelves.parts, isPermanent: false })
      yield* filesOf(bucket.listMultiparts(shelves.files), { shelf: shelves.files, isPermanent: false })
    },

    async setAside({ name, isPermanent }) {
      if (isPermanent) {
        await moveIfExists(bucket, objectKey(name), shelves.aside + name)
        return
      }
      for await (const { key } of bucket.list(partsOf(name))) {
        await moveIfExists(bucket, key, `${shelves.aside}${name}.${key.slice(partsOf(name).length)}`)
      }
      await receptions.removeReceived(name)
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
