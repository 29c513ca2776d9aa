import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { ParseBudget } from './parseBudget.ts'
import { orderPatches, type Patch, UnblankableFile } from './patch.ts'

const windowBytes = 256 * 1024
/** Bytes read after a jump: less than a full window, because a file may have many small boxes far apart. */
const jumpBytes = 16 * 1024
const largestBlock = 16 * 1024 * 1024
/** A run of zeros shorter than this stays inside a replacement: a separate range costs more. */
const shortZeros = 16

/**
 * Random access to a file through one small window, and the patches found so far. All reads count against one budget.
 * Reads are synchronous: parsers run in a separate process.
 */
export class ParsedFile {
  readonly size: number
  readonly budget: ParseBudget
  readonly #descriptor: number
  readonly #changes: Patch[] = []
  #held: Buffer = Buffer.alloc(0)
  #heldAt = 0

  /** @param path a file on the local disk; the caller closes this object */
  constructor(path: string, budget = new ParseBudget()) {
    this.#descriptor = openSync(path, 'r')
    this.size = fstatSync(this.#descriptor).size
    this.budget = budget
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** Reads bytes at a position; fewer at the end of the file. The result is valid until the next call. */
  at(position: number, length: number): Buffer {
    const wanted = Math.max(0, Math.min(length, this.size - position))
    const isHeld = position >= this.#heldAt && position + wanted <= this.#heldAt + this.#held.length
    if (!isHeld) this.#load(position, wanted)
    return this.#held.subarray(position - this.#heldAt, position - this.#heldAt + wanted)
  }

  /**
   * Copies a block. Counts as a read, also when the bytes are in memory: thousands of items may name the same block.
   * @throws UnblankableFile when it is longer than 16 MiB
   */
  copy(start: number, end: number): Buffer {
    if (end - start > largestBlock) throw new UnblankableFile('too large a block')
    this.budget.spendRead(Math.max(0, end - start))
    return Buffer.from(this.at(start, end - start))
  }

  step(count = 1): void {
    this.budget.spendElements(count)
  }

  /** Adds a patch: zeros in [start, end). */
  zero(start: number, end: number): void {
    if (start >= end) return
    const last = this.#changes.at(-1)
    if (last && last.hex === undefined && last.end === start) this.#changes[this.#changes.length - 1] = { ...last, end }
    else this.#change({ start, end })
  }

  /** Adds a patch: `bytes` from `start` on. */
  replace(start: number, bytes: Buffer): void {
    if (bytes.length > 0) this.#change({ start, end: start + bytes.length, hex: bytes.toString('hex') })
  }

  /** Adds the patches that turn `original` into `clean`, both of the same length, as few short ranges. */
  rewrite(start: number, original: Buffer, clean: Buffer): void {
    for (let at = 0; at < clean.length;) {
      const zeros = zerosEnd(clean, at)
      if (zeros > at && (zeros - at >= shortZeros || zeros === clean.length)) {
        if (zerosEnd(original, at) < zeros) this.zero(start + at, start + zeros)
        at = zeros
        continue
      }
      const end = dataEnd(clean, at)
      if (original.compare(clean, at, end, at, end) !== 0) this.replace(start + at, clean.subarray(at, end))
      at = end
    }
  }

  /** Returns all patches, sorted; see {@link orderPatches}. */
  patches(): Patch[] {
    return orderPatches(this.#changes)
  }

  #change(patch: Patch): void {
    this.budget.spendRange(patch.hex === undefined ? 0 : patch.end - patch.start)
    this.#changes.push(patch)
  }

  #load(position: number, wanted: number): void {
    const isNext = position === this.#heldAt + this.#held.length
    const ahead = Math.min(isNext ? windowBytes : jumpBytes, this.size - position)
    const bytes = Buffer.allocUnsafe(Math.max(wanted, ahead, 0))
    this.budget.spendRead(bytes.length)
    const read = readSync(this.#descriptor, bytes, 0, bytes.length, position)
    if (read < wanted) throw new UnblankableFile('the file became shorter')
    this.#held = bytes.subarray(0, read)
    this.#heldAt = position
  }
}

/** The end of the run of zeros at a position. */
function zerosEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] === 0) at += 1
  return at
}

/** The end of the data at a position: the next run of at least `shortZeros` zeros, or the end. */
function dataEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length) {
    if (bytes[at] !== 0) at += 1
    else {
      const zeros = zerosEnd(bytes, at)
      if (zeros - at >= shortZeros || zeros === bytes.length) return at
      at = zeros
    }
  }
  return at
}
