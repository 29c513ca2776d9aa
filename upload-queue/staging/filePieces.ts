import { rowBytes, rowCountOf } from '#upload-queue/engine/queueItem.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'
import { readPart } from '#upload-queue/readPart.ts'
import type { RowGroup } from '#upload-queue/store/stagingStore.ts'

const groupRows = 2

/**
 * Reads a file in groups of two rows of 1 MiB; the last group and its last row are shorter. The rows of a group are
 * read at once. Groups follow each other, so memory use is a few MiB for any size of a file: the caller frees the rows
 * ({@link freeRows}).
 * @throws SourceUnreadable
 */
export async function* rowGroups(bytes: Blob): AsyncGenerator<RowGroup> {
  const rowCount = rowCountOf(bytes.size)
  for (let first = 0; first < rowCount; first += groupRows) {
    const numbers = Array.from({ length: Math.min(groupRows, rowCount - first) }, (_, index) => first + index)
    const rows = await Promise.all(
      numbers.map((n) => readPart(bytes, n * rowBytes, Math.min(bytes.size, (n + 1) * rowBytes))),
    )
    yield { first, rows }
  }
}

/** Frees the memory of the rows now. */
export function freeRows({ rows }: RowGroup): void {
  for (const row of rows) freeBuffer(row)
}
