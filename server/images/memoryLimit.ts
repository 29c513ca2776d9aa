import { readFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

const mib = 1024 ** 2
/** A process uses 80 MiB after loading its libraries. */
const minBytes = 192 * mib
const maxBytes = 1536 * mib
const pageBytes = 4096
/** Memory of the machine for each process that decodes: most files need a tenth of it, a few reach the limit. */
const machineBytesPerProcess = 2048 * mib

/** Memory limits of this server, in bytes. */
export interface MemoryBounds {
  readonly machine: number
  /** Limit of the container; 0 or more than the machine when there is none. */
  readonly container: number
  /** Limit of the JavaScript heap, `--max-old-space-size` included. */
  readonly heap: number
}

/**
 * Memory limit of an image process in bytes: half of what is available to the server, so that both fit.
 * @returns from 192 MiB to 1.5 GiB
 */
export function imageMemoryBytes(bounds: MemoryBounds = currentBounds()): number {
  const { machine, container, heap } = bounds
  const available = Math.min(machine, container > 0 ? container : machine, heap)
  return Math.min(maxBytes, Math.max(minBytes, Math.floor(available / 2)))
}

/** How many processes decode pictures: one for each core, fewer on a machine or in a container with little memory. */
export function decodingProcesses(
  { machine, container }: Omit<MemoryBounds, 'heap'> = currentBounds(),
  cores = availableParallelism(),
): number {
  const available = Math.min(machine, container > 0 ? container : machine)
  return Math.max(1, Math.min(cores, Math.floor(available / machineBytesPerProcess)))
}

function currentBounds(): MemoryBounds {
  return { machine: totalmem(), container: process.constrainedMemory(), heap: getHeapStatistics().heap_size_limit }
}

/** Resident memory of a process in bytes; null where the system does not report it (Linux does). */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    return Number(pages) * pageBytes
  } catch {
    return null
  }
}
