import { readdir, readlink } from 'node:fs/promises'

/** Number of media files below a data folder that this process holds open. */
export async function mediaFilesOpen(dataDir: string): Promise<number> {
  const open = await readdir('/proc/self/fd')
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(dataDir) && /\/(medias|recus)\//.test(path)).length
}
