/** Lets work begin only while the bytes of all running work stay within a limit; the others wait in order. */
export class ByteBudget {
  readonly #maxBytes: number
  #bytes = 0
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @param bytes of this work; work larger than the limit runs alone */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ bytes, begin })
      this.#beginNext()
    })
    try {
      return await work()
    } finally {
      this.#bytes -= bytes
      this.#beginNext()
    }
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#bytes > 0 && this.#bytes + next.bytes > this.#maxBytes) return
      this.#waiting.shift()
      this.#bytes += next.bytes
      next.begin()
    }
  }
}
