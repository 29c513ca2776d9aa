import { onSignOut } from '#src/api/session.ts'
import type { SharedFile } from '#upload-queue/caches/sharedFiles.ts'

/** Paths of the shared files that this page has put into the picker. */
const offered = new Set<string>()
onSignOut(() => offered.clear())

/** The shared files that were not put into the picker before: one that the person has removed from it stays out. */
export function notYetOffered(files: readonly SharedFile[]): SharedFile[] {
  const fresh = files.filter(({ path }) => !offered.has(path))
  for (const { path } of fresh) offered.add(path)
  return fresh
}

/** Lets these shared files be put into the picker once more: they were sent and could not be stored. */
export function offerAgain(files: readonly SharedFile[]): void {
  for (const { path } of files) offered.delete(path)
}
