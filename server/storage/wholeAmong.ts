import { mapConcurrently } from '../mapConcurrently.ts'
import type { FileName } from './fileName.ts'
import type { Storage } from './storage.ts'

/** An object store takes tens of milliseconds for each size, and an event has thousands of files. */
const sizesAtOnce = 32

/** Those whose file has the recorded length, in their order; not those whose file is missing or truncated. */
export async function wholeAmong<T extends { readonly fichier: FileName; readonly taille: number }>(
  storage: Pick<Storage, 'size'>,
  files: readonly T[],
): Promise<T[]> {
  const sizes = await mapConcurrently(files, sizesAtOnce, ({ fichier }) => storage.size(fichier))
  return files.filter(({ taille }, index) => sizes[index] === taille)
}
