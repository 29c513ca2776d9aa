interface Task<T> {
  readonly work: () => Promise<T>
  readonly outcome: PromiseWithResolvers<T>
  isStarted: boolean
}

/**
 * Runs a limited number of tasks at a time and takes one task of each person in turn: a person who asks for very many
 * delays each of the others by one task. Tasks with the same key run once, at the first turn that reaches them; the
 * result, an error too, is given to all who wait and is not kept.
 */
export class FairQueue<T> {
  readonly #maxRunning: number
  #running = 0
  readonly #tasks = new Map<string, Task<T>>()
  /** Keys that wait, by person. The next turn is that of the first person. */
  readonly #waiting = new Map<number, string[]>()

  /** @param maxRunning tasks at the same time */
  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  /**
   * @param personId who waits for the work
   * @param key equal for tasks with the same result
   * @throws what the task throws
   */
  run(personId: number, key: string, work: () => Promise<T>): Promise<T> {
    const task = this.#tasks.get(key) ?? { work, outcome: Promise.withResolvers<T>(), isStarted: false }
    this.#tasks.set(key, task)
    if (!task.isStarted) {
      const keys = this.#waiting.get(personId) ?? []
      keys.push(key)
      this.#waiting.set(personId, keys)
    }
    this.#startNext()
    return task.outcome.promise
  }

  #startNext(): void {
    while (this.#running < this.#maxRunning) {
      const [first] = this.#waiting
      if (!first) return
      const [personId, [key = '', ...keys]] = first
      this.#waiting.delete(personId)
      if (keys.length > 0) this.#waiting.set(personId, keys)
      const task = this.#tasks.get(key)
      // Another person's turn may have started it.
      if (task && !task.isStarted) void this.#start(key, task)
    }
  }

  async #start(key: string, task: Task<T>): Promise<void> {
    task.isStarted = true
    this.#running += 1
    try {
      task.outcome.resolve(await task.work())
    } catch (error) {
      task.outcome.reject(error)
    } finally {
      this.#running -= 1
      this.#tasks.delete(key)
      this.#startNext()
    }
  }
}
