import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

const mib = 1024 ** 2
/** A process that has loaded its libraries takes 80 MiB. */
const least = 192 * mib
const most = 1536 * mib
const pageBytes = 4096

/** What bounds the memory of this server, in bytes. */
export interface MemoryBounds {
  readonly machine: number
  /** Of its container; 0 or a number beyond the machine when there is none. */
  readonly container: number
  /** Of its JavaScript, `--max-old-space-size` included. */
  readonly heap: number
}

/**
 * Bytes that an image process may take: half of what the server was given, so that both fit beside each other.
 * @returns from 192 MiB to 1.5 GiB
 */
export function imageMemoryBytes(bounds: MemoryBounds = currentBounds()): number {
  const { machine, container, heap } = bounds
  const given = Math.min(machine, container > 0 ? container : machine, heap)
  return Math.min(most, Math.max(least, Math.floor(given / 2)))
}

function currentBounds(): MemoryBounds {
  return { machine: totalmem(), container: process.constrainedMemory(), heap: getHeapStatistics().heap_size_limit }
}

/** Bytes of memory that a process holds; null where the system does not report it (Linux does). */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    return Number(pages) * pageBytes
  } catch {
    return null
  }
}
