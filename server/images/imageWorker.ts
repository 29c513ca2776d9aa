import { type ChildProcess, fork } from 'node:child_process'
import type { ImageReady, ImageReply, ImageTask, Inspection, Variants } from './imageTask.ts'
import { residentBytes } from './memoryLimit.ts'

/** The file cannot be read as a picture: it is kept, and shown with a placeholder. */
export class UnreadableImage extends Error {}

/**
 * The process ended during the task, or did not finish it in time. The machine may be the cause, for example one that was
 * paused: a later try may succeed.
 */
export class InterruptedImage extends UnreadableImage {
  readonly isSlow: boolean

  /** @param isSlow the process was killed after the timeout, rather than lost */
  constructor(message: string, isSlow: boolean) {
    super(message)
    this.isSlow = isSlow
  }
}

export interface ImageWorkerLimits {
  /** Resident memory, in bytes. */
  readonly memoryBytes: number
  /** Timeout of one task, in milliseconds. */
  readonly timeoutMs: number
  /** Timeout of the start of a process, in milliseconds; a minute by default. */
  readonly startTimeoutMs?: number
}

const memoryCheckMs = 100
const defaultStartTimeoutMs = 60_000
const heapMib = 128

/**
 * A child process that works on one file at a time, so that a file that crashes it affects no other file. Started with
 * the first task, and restarted after a crash.
 */
export class ImageWorker {
  readonly #limits: ImageWorkerLimits
  readonly #program: URL
  #child: ChildProcess | undefined
  #lastTask: Promise<unknown> = Promise.resolve()
  #isClosed = false
  #pending = 0

  /** @param program the module that the child process runs */
  constructor(limits: ImageWorkerLimits, program = new URL('imageProcess.ts', import.meta.url)) {
    this.#limits = limits
    this.#program = program
  }

  /** Tasks that are running or waiting. */
  get pending(): number {
    return this.#pending
  }

  /**
   * Runs a task after the previous ones. Rejects with {@link UnreadableImage} when the file is the cause, with
   * {@link InterruptedImage} when it may be, and with another error when it is not.
   */
  run<T extends Inspection | Variants>(task: ImageTask): Promise<T> {
    this.#pending += 1
    const result = this.#lastTask.then(() => this.#tryTwice(task)).finally(() => (this.#pending -= 1))
    this.#lastTask = result.catch(() => undefined)
    return result as Promise<T>
  }

  /** Ends the process. Rejects the current task and all later ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  /**
   * Tries once more when the system may have ended the process to free memory, or may have paused it. A slow decoding
   * is tried again later, by its job: it would keep other files waiting.
   */
  async #tryTwice(task: ImageTask): Promise<Inspection | Variants> {
    try {
      return await this.#attempt(task)
    } catch (error) {
      if (!(error instanceof InterruptedImage) || (error.isSlow && task.kind === 'variants')) throw error
      return this.#attempt(task)
    }
  }

  async #attempt(task: ImageTask): Promise<Inspection | Variants> {
    const child = await this.#started()
    const reply = await this.#replyOf(child, task)
    if (reply.result) return reply.result
    if (reply.code !== undefined) throw Object.assign(new Error(reply.failed), { code: reply.code })
    throw new UnreadableImage(reply.failed)
  }

  #replyOf(child: ChildProcess, task: ImageTask): Promise<ImageReply> {
    const reply = Promise.withResolvers<ImageReply>()
    const onExit = () =>
      reply.reject(this.#isClosed ? stoppedError() : new InterruptedImage('the image process ended', false))
    const kill = (reason: UnreadableImage) => {
      reply.reject(reason)
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => kill(new InterruptedImage('it took too long', true)), this.#limits.timeoutMs)
    const watch = setInterval(() => void this.#checkMemory(child, kill), memoryCheckMs)
    child.once('message', reply.resolve)
    child.once('exit', onExit)
    child.send(task, (error) => error && onExit())
    return reply.promise.finally(() => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', reply.resolve)
      child.off('exit', onExit)
    })
  }

  /** The process checks its memory too, but cannot while it is inside a decoder. */
  async #checkMemory({ pid }: ChildProcess, kill: (reason: UnreadableImage) => void): Promise<void> {
    const bytes = pid === undefined ? null : await residentBytes(pid)
    if (bytes !== null && bytes > this.#limits.memoryBytes) kill(new UnreadableImage('it took too much memory'))
  }

  async #started(): Promise<ChildProcess> {
    if (this.#isClosed) throw stoppedError()
    const running = this.#child
    if (running?.connected && !running.killed && running.exitCode === null) return running
    const child = this.#fork()
    this.#child = child
    const ready = Promise.withResolvers<ImageReady>()
    const onFailure = () =>
      ready.reject(this.#isClosed ? stoppedError() : new Error('the image process could not be started'))
    child.once('message', ready.resolve)
    child.once('exit', onFailure)
    child.once('error', onFailure)
    // A process that hangs at its start would block all later tasks.
    const { startTimeoutMs = defaultStartTimeoutMs } = this.#limits
    const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs)
    await ready.promise.finally(() => {
      clearTimeout(timer)
      child.off('exit', onFailure).off('error', onFailure)
    })
    return child
  }

  #fork(): ChildProcess {
    const child = fork(this.#program, [String(this.#limits.memoryBytes)], {
      serialization: 'advanced',
      // Pixels and file contents are outside the JavaScript heap.
      execArgv: [`--max-old-space-size=${heapMib}`],
      // Discard the output of decoders: the log only contains JSON lines.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', () => child.kill('SIGKILL'))
    return child
  }
}

function stoppedError(): Error {
  return new Error('the image process was stopped')
}
