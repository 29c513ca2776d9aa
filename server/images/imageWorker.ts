import { type ChildProcess, fork } from 'node:child_process'
import type { ImageReady, ImageReply, ImageTask, Inspection, Variants } from './imageTask.ts'
import { residentBytes } from './memoryLimit.ts'

/** Raised when a file cannot be read as a picture: it is kept, and shown with a placeholder. */
export class UnreadableImage extends Error {}

/** Raised when the process ended while it worked on a file, for a reason that may not be the file's. */
class LostProcess extends Error {}

export interface ImageWorkerLimits {
  /** Resident memory, in bytes. */
  readonly memoryBytes: number
  /** Of one task, in milliseconds. */
  readonly timeoutMs: number
}

const memoryCheckMs = 100
const heapMib = 128

/**
 * A child process that works on one file at a time, so that a file which ends it takes no other one along.
 * It is started at the first task, and again when a file has ended it.
 */
export class ImageWorker {
  readonly #limits: ImageWorkerLimits
  readonly #program: URL
  #child: ChildProcess | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #isClosed = false

  /** @param program what the child process runs */
  constructor(limits: ImageWorkerLimits, program = new URL('imageProcess.ts', import.meta.url)) {
    this.#limits = limits
    this.#program = program
  }

  /**
   * Runs a task behind those before it. Rejects with {@link UnreadableImage} when the file is at fault; with the system's
   * error, or any other, when it is not.
   */
  run<T extends Inspection | Variants>(task: ImageTask): Promise<T> {
    const mine = this.#turn.then(() => this.#tryTwice(task))
    this.#turn = mine.catch(() => undefined)
    return mine as Promise<T>
  }

  /** Ends the process; the task in hand is rejected, and what comes later. */
  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  /** The system may have ended the process to get memory for others: a second time it is the file's fault. */
  async #tryTwice(task: ImageTask): Promise<Inspection | Variants> {
    try {
      return await this.#attempt(task)
    } catch (error) {
      if (!(error instanceof LostProcess)) throw error
    }
    try {
      return await this.#attempt(task)
    } catch (error) {
      throw error instanceof LostProcess ? new UnreadableImage(error.message) : error
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
    const lose = () => reply.reject(this.#isClosed ? stopped() : new LostProcess('the image process ended'))
    const kill = (reason: string) => {
      reply.reject(new UnreadableImage(reason))
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => kill('it took too long'), this.#limits.timeoutMs)
    const watch = setInterval(() => void this.#checkMemory(child, kill), memoryCheckMs)
    child.once('message', reply.resolve)
    child.once('exit', lose)
    child.send(task, (error) => error && lose())
    return reply.promise.finally(() => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', reply.resolve)
      child.off('exit', lose)
    })
  }

  /** The process checks itself too, but not while it is inside a decoder. */
  async #checkMemory({ pid }: ChildProcess, kill: (reason: string) => void): Promise<void> {
    const bytes = pid === undefined ? null : await residentBytes(pid)
    if (bytes !== null && bytes > this.#limits.memoryBytes) kill('it took too much memory')
  }

  async #started(): Promise<ChildProcess> {
    if (this.#isClosed) throw stopped()
    const running = this.#child
    if (running?.connected && !running.killed && running.exitCode === null) return running
    const child = this.#fork()
    this.#child = child
    const ready = Promise.withResolvers<ImageReady>()
    const fail = () => ready.reject(this.#isClosed ? stopped() : new Error('the image process could not be started'))
    child.once('message', ready.resolve)
    child.once('exit', fail)
    child.once('error', fail)
    await ready.promise.finally(() => child.off('exit', fail).off('error', fail))
    return child
  }

  #fork(): ChildProcess {
    const child = fork(this.#program, [String(this.#limits.memoryBytes)], {
      serialization: 'advanced',
      // Pixels and pieces of files are not on the heap.
      execArgv: [`--max-old-space-size=${heapMib}`],
      // Decoders print what they think of a file: the log has lines of JSON alone.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', () => child.kill('SIGKILL'))
    return child
  }
}

function stopped(): Error {
  return new Error('the image process was stopped')
}
