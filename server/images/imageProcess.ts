// The child process that parses and decodes untrusted files: a file may crash it without affecting the server.
import { createReadStream, writeFileSync } from 'node:fs'
import type { ImageReady, ImageReply, ImageTask, Variants } from './imageTask.ts'
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
    send({ kind: 'reply', result: task.kind === 'inspect' ? await inspect(task) : await makeVariantsOf(task) })
  } catch (error) {
    const code = systemCode(error, task)
    const failed = error instanceof Error ? error.message : 'unknown'
    send({ kind: 'reply', failed, ...(code !== undefined && { code }) })
  }
}

/** The source could not be read. */
class SourceAway extends Error {
  readonly code: string

  constructor({ code = 'EIO', message }: NodeJS.ErrnoException) {
    super(message)
    this.code = code
  }
}

/**
 * A decoder does not say whether the file or its storage failed. When it fails, the file is read whole, and decoded again
 * if that is possible: the storage may have failed for a moment.
 */
async function makeVariantsOf(task: ImageTask & { kind: 'variants' }): Promise<Variants> {
  try {
    return await makeVariants(task)
  } catch (error) {
    if (systemCode(error, task) !== undefined) throw error
    await readWhole(task.path)
    return makeVariants(task)
  }
}

/** @throws SourceAway */
async function readWhole(path: string): Promise<void> {
  try {
    for await (const _piece of createReadStream(path, { highWaterMark: 1024 ** 2 })) continue
  } catch (error) {
    throw new SourceAway(error as NodeJS.ErrnoException)
  }
}

const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

/** The code of a disk or read error, which does not depend on the picture: the task is retried later. */
function systemCode(error: unknown, { kind }: ImageTask): string | undefined {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (error instanceof SourceAway) return code
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
