import type { FileName } from '../fileName.ts'
import { type ReceivedFile, UnsafeStorage } from '../partialFile.ts'
import type { Receptions } from '../storage.ts'
import { isMissing } from './bucketError.ts'
import { objectKey, partsOf } from './objectKeys.ts'
import { parseReception, partBytes } from './reception.ts'
import { openS3File, type S3FileDeps } from './s3File.ts'

/** Receives files into a bucket. */
export function bucketReceptions(deps: S3FileDeps): Receptions {
  const { bucket, copies } = deps

  return {
    async openPartial(file) {
      const { oldTail } = parseReception(file.reception)
      // The row names its successor now. What is not removed here, the sweeper finds.
      if (oldTail !== undefined) void bucket.remove(oldTail).catch(() => undefined)
      return openS3File(deps, file)
    },

    // No process changes the objects of the received bytes. Without bytes, a late request may still put the whole file
    // under the old name.
    copyReceived: (file, name) => Promise.resolve(file.bytes === 0 ? { name, bytes: 0, reception: null } : file),

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

    removeReceived,
  }

  async function removeReceived(name: FileName): Promise<void> {
    for await (const { key } of bucket.list(partsOf(name))) await bucket.remove(key)
    await bucket.abortMultiparts(objectKey(name))
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
