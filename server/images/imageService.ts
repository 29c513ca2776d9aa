import { type ChildProcess, fork } from 'node:child_process'
import type { ImageReply, ImageTask, Probe, Variants } from './imageTask.ts'

const taskTimeoutMs = 30_000

/** Raised when a file cannot be read as a picture: it is kept, and shown with a placeholder. */
export class UnreadableImage extends Error {}

/** Reads pictures in a child process with a limit of time and memory. */
export interface ImageService {
  /** Dimensions from the header. Rejects with {@link UnreadableImage}. */
  probe(task: Omit<ImageTask & { kind: 'probe' }, 'kind'>): Promise<Probe>
  /** Makes variants, one task at a time. Rejects with {@link UnreadableImage}. */
  makeVariants(task: Omit<ImageTask & { kind: 'variants' }, 'kind'>): Promise<Variants>
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (result: Probe | Variants) => void
  readonly reject: (error: Error) => void
}

/** Starts the child at the first task and again after a file has killed it. */
export function startImageService(): ImageService {
  let child: ChildProcess | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  return {
    probe: (task) => run({ kind: 'probe', ...task }),
    makeVariants: (task) => enqueue(() => run({ kind: 'variants', ...task }) as Promise<Variants>),
    async close() {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGKILL')
      await ended
    },
  }

  /** Variants one after the other; a probe, which decodes nothing, need not wait behind them. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const mine = turn.then(task, task)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function run(task: ImageTask): Promise<Probe | Variants> {
    const process = (child ??= start())
    lastId += 1
    const id = lastId
    const timer = setTimeout(() => process.kill('SIGKILL'), taskTimeoutMs)
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        process.send({ id, task })
      })
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  function start(): ChildProcess {
    const started = fork(new URL('imageProcess.ts', import.meta.url), { serialization: 'advanced', execArgv: [] })
    started.on('message', ({ id, result, failed, isDisk }: ImageReply) => {
      if (result) waiting.get(id)?.resolve(result)
      else if (isDisk) waiting.get(id)?.reject(new Error(failed))
      else waiting.get(id)?.reject(new UnreadableImage(failed))
    })
    const ended = () => {
      if (child === started) child = undefined
      for (const { reject } of waiting.values()) reject(new UnreadableImage('the image process ended'))
    }
    started.on('exit', ended)
    started.on('error', () => {
      started.kill('SIGKILL')
      // A process that could not even be started never exits.
      if (started.pid === undefined) ended()
    })
    return started
  }
}
