// The child process that parses and decodes untrusted files: a file may crash it without affecting the server.
import { writeFileSync } from 'node:fs'
import type { ImageReady, ImageReply, ImageTask } from './imageTask.ts'
import { inspect, makeVariants } from './variants.ts'

const [memoryLimitBytes] = process.argv.slice(2).map(Number)

preferForOomKill()
setInterval(() => {
  if (process.memoryUsage.rss() > (memoryLimitBytes ?? Infinity)) process.exit(9)
}, 200).unref()
process.on('disconnect', () => process.exit(0))
// Ctrl+C signals the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('message', (task: ImageTask) => void answer(task))
send({ kind: 'ready' })

async function answer(task: ImageTask): Promise<void> {
  try {
    send({ kind: 'reply', result: task.kind === 'inspect' ? await inspect(task) : await makeVariants(task) })
  } catch (error) {
    const code = systemCode(error, task)
    const failed = error instanceof Error ? error.message : 'unknown'
    send({ kind: 'reply', failed, ...(code !== undefined && { code }) })
  }
}

const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

/** The code of a disk or read error, which does not depend on the picture: the task is retried later. */
function systemCode(error: unknown, { kind }: ImageTask): string | undefined {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  return diskCodes.has(code) || (kind === 'inspect' && syscall !== undefined) ? code : undefined
}

function send(message: ImageReady | ImageReply): void {
  // The parent process may have exited.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Makes Linux end this process and its children before the server when a container runs out of memory. */
function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not permitted.
  }
}
