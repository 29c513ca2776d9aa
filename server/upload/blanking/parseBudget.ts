import { UnblankableFile } from './patch.ts'

/**
 * Limits for parsing one file: elements, bytes read from disk, stored ranges, replaced bytes, CPU time in
 * milliseconds.
 */
export interface ParseLimits {
  readonly elements: number
  readonly bytesRead: number
  readonly ranges: number
  readonly replacedBytes: number
  readonly cpuMs: number
}

/**
 * More than the largest ordinary file needs: 100 MiB of WebM at 250 kbit/s has 400 000 blocks, and the bytes of a JPEG
 * are read once.
 */
export const parseLimits: ParseLimits = {
  elements: 2_000_000,
  bytesRead: 256 * 1024 * 1024,
  ranges: 5000,
  replacedBytes: 256 * 1024,
  cpuMs: 3000,
}

const elementsBetweenClocks = 4096

/**
 * Counts the cost of parsing a file. Each method throws UnblankableFile when its limit is exceeded, so that a file
 * cannot make a parser use unbounded memory or time.
 */
export class ParseBudget {
  #elements = 0
  #bytesRead = 0
  #ranges = 0
  #replacedBytes = 0
  readonly #start = process.cpuUsage()
  readonly #limits: ParseLimits

  constructor(limits: ParseLimits = parseLimits) {
    this.#limits = limits
  }

  /** Counts segments, boxes, chunks, elements, samples and table entries. */
  spendElements(count: number): void {
    const before = this.#elements
    this.#elements += count
    if (this.#elements > this.#limits.elements) throw new UnblankableFile('too many elements')
    const isDue = Math.floor(this.#elements / elementsBetweenClocks) > Math.floor(before / elementsBetweenClocks)
    if (isDue) this.#checkTime()
  }

  spendRead(bytes: number): void {
    this.#bytesRead += bytes
    if (this.#bytesRead > this.#limits.bytesRead) throw new UnblankableFile('too many bytes read')
    this.#checkTime()
  }

  /** Counts one range kept in memory, and its replacement bytes. */
  spendRange(replacedBytes = 0): void {
    this.#ranges += 1
    this.#replacedBytes += replacedBytes
    if (this.#ranges > this.#limits.ranges) throw new UnblankableFile('too many ranges')
    if (this.#replacedBytes > this.#limits.replacedBytes) throw new UnblankableFile('too many replaced bytes')
  }

  #checkTime(): void {
    const { user, system } = process.cpuUsage(this.#start)
    if ((user + system) / 1000 > this.#limits.cpuMs) throw new UnblankableFile('too much time')
  }
}
