import type { ImageTask, Inspection, Variants } from './imageTask.ts'
import { ImageWorker, type ImageWorkerLimits } from './imageWorker.ts'
import { decodingProcesses, imageMemoryBytes } from './memoryLimit.ts'

/** Parses and decodes files in child processes with limits of time and memory, one file at a time per process. */
export interface ImageService {
  /**
   * Reads the dimensions from the header (null when it has none) and finds what to blank. Rejects with UnreadableImage
   * when the file ended the process or exceeded the timeout twice, and with the system's error when the file could not be
   * read.
   */
  inspect(task: Omit<ImageTask & { kind: 'inspect' }, 'kind'>): Promise<Inspection>
  /**
   * Makes variants. Rejects with UnreadableImage when the file cannot be decoded, with its subclass InterruptedImage when
   * a later try may succeed, and with the system's error when a file could not be read or written.
   */
  makeVariants(task: Omit<ImageTask & { kind: 'variants' }, 'kind'>): Promise<Variants>
  /** How many files are decoded at the same time. */
  readonly processes: number
  /** Rejects the current tasks with an error other than UnreadableImage. */
  close(): Promise<void>
}

const timeoutMs = 30_000
/** Parsing needs little memory; see ParseBudget. */
const inspectionBytes = 256 * 1024 ** 2

interface ImageServiceOptions extends Partial<ImageWorkerLimits> {
  /** How many processes decode; see decodingProcesses. */
  readonly processes?: number
}

/** Starts a process only with the first task. Inspection has its own process, so that it does not wait for decoding. */
export function startImageService({
  processes = decodingProcesses(),
  ...limits
}: ImageServiceOptions = {}): ImageService {
  const memoryBytes = imageMemoryBytes()
  const inspecting = new ImageWorker({ timeoutMs, memoryBytes: Math.min(memoryBytes, inspectionBytes), ...limits })
  const decoding = Array.from({ length: processes }, () => new ImageWorker({ timeoutMs, memoryBytes, ...limits }))
  return {
    inspect: (task) => inspecting.run<Inspection>({ kind: 'inspect', ...task }),
    makeVariants: (task) => leastBusy(decoding).run<Variants>({ kind: 'variants', ...task }),
    processes,
    async close() {
      await Promise.all([inspecting, ...decoding].map((worker) => worker.close()))
    },
  }
}

function leastBusy(workers: readonly ImageWorker[]): ImageWorker {
  return workers.reduce((best, worker) => (worker.pending < best.pending ? worker : best))
}
