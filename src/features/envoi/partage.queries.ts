import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { forgetShared, readShared, type SharedFile, type SharedFiles } from '#upload-queue/caches/sharedFiles.ts'
import { participantId } from '#src/api/session.ts'
import { takenAt } from '#src/pwa/queue/takenAt.ts'

/**
 * Of the person who is signed in: the page requires one. None once the person has signed out: files without an owner are
 * those of the next person, and a read would take them.
 */
async function readOwn(): Promise<SharedFiles> {
  const ownerId = participantId()
  return ownerId === null ? { files: [], unreadable: 0 } : readShared({ now: Date.now(), ownerId })
}

/** Files from the share sheet that wait for an event, and when they were taken. Only read from the device. */
export const sharedFilesQuery = queryOptions({
  queryKey: ['partage'],
  queryFn: async () => {
    const { files, unreadable } = await readOwn()
    return { files, unreadable, instants: await Promise.all(files.map(({ file }) => takenAt(file))) }
  },
  networkMode: 'always',
  staleTime: 0,
  gcTime: 0,
})

/** Shared files that wait for an event, except these: files shared after them. */
export async function readOthers(files: readonly SharedFile[]): Promise<SharedFile[]> {
  const known = new Set(files.map(({ path }) => path))
  return (await readOwn()).files.filter(({ path }) => !known.has(path))
}

/** Deletes these files, in the cache and on the device. @returns how many other shared files wait */
export async function deleteSharedFiles(client: QueryClient, files: readonly SharedFile[]): Promise<number> {
  const paths = files.map(({ path }) => path)
  // Those that cannot be deleted now expire.
  await forgetShared(paths).catch(() => undefined)
  const left = await client.fetchQuery(sharedFilesQuery)
  return left.files.filter(({ path }) => !paths.includes(path)).length
}
