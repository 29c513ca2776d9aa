// The child process in which hostile pictures are decoded: it may die, the server does not.
import type { ImageReply, ImageRequest } from './imageTask.ts'
import { makeVariants, probe } from './variants.ts'

const memoryLimitBytes = 1.5 * 1024 ** 3

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.exit(9)
}, 200).unref()
process.on('disconnect', () => process.exit(0))
// Ctrl+C reaches the whole group; the parent decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('message', (request: ImageRequest) => void answer(request))

async function answer({ id, task }: ImageRequest): Promise<void> {
  try {
    reply({ id, result: task.kind === 'probe' ? await probe(task) : await makeVariants(task) })
  } catch (error) {
    const failed = error instanceof Error ? error.message : 'unknown'
    reply({ id, failed, isDisk: isDiskFailure(error) })
  }
}

/** A full or broken disk says nothing of the picture: it is tried again later. */
function isDiskFailure(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EROFS'
}

function reply(message: ImageReply): void {
  // The parent may have gone meanwhile: nobody is left to tell.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
