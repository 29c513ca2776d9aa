interface Numbered {
  readonly id: number
}
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type AnswerOf<Reply> = Exclude<Reply, { error: string }>

/** A dedicated worker that answers each request with one reply of the same `id`. */
export interface AnsweringWorker<Request extends Numbered, Reply extends Numbered> {
  postMessage(request: Request, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Reply>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
}

/** The worker could not be loaded, or has failed. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed'
}

/** Requests to a dedicated worker, each with the promise of its reply. */
export class WorkerRequests<Request extends Numbered, Reply extends Numbered> {
  readonly #worker: AnsweringWorker<Request, Reply>
  readonly #waiting = new Map<number, PromiseWithResolvers<AnswerOf<Reply>>>()
  #last = 0
  #hasFailed = false

  constructor(worker: AnsweringWorker<Request, Reply>) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }) => {
      const pending = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('error' in data) pending?.reject(new Error(String(data.error)))
      else pending?.resolve(data as AnswerOf<Reply>)
    })
    worker.addEventListener('error', () => {
      this.#hasFailed = true
      for (const { reject } of this.#waiting.values()) reject(new WorkerFailed())
      this.#waiting.clear()
    })
  }

  /** Whether every further request rejects at once. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** @throws WorkerFailed without a worker that answers, Error with the text of an error reply */
  ask(request: WithoutId<Request>, transfer: ArrayBuffer[] = []): Promise<AnswerOf<Reply>> {
    if (this.#hasFailed) return Promise.reject(new WorkerFailed())
    const id = (this.#last += 1)
    const answer = Promise.withResolvers<AnswerOf<Reply>>()
    this.#waiting.set(id, answer)
    this.#worker.postMessage({ ...request, id } as unknown as Request, transfer)
    return answer.promise
  }
}
