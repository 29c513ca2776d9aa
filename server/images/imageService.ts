import type { ImageTask, Inspection, Variants } from './imageTask.ts'
import { ImageWorker, type ImageWorkerLimits } from './imageWorker.ts'
import { imageMemoryBytes } from './memoryLimit.ts'

/** Parses and decodes files in child processes with limits of time and memory, one file at a time per process. */
export interface ImageService {
  /**
   * Reads the dimensions from the header (null when it has none) and finds what to blank. Rejects with UnreadableImage
   * when the file ended the process or exceeded the timeout, and with the system's error when the file could not be
   * read.
   */
  inspect(task: Omit<ImageTask & { kind: 'inspect' }, 'kind'>): Promise<Inspection>
  /** Makes variants. Rejects with UnreadableImage. */
  makeVariants(task: Omit<ImageTask & { kind: 'variants' }, 'kind'>): Promise<Variants>
  /** Rejects the current tasks with an error other than UnreadableImage. */
  close(): Promise<void>
}

const timeoutMs = 30_000
/** Parsing needs little memory; see ParseBudget. */
const inspectionBytes = 256 * 1024 ** 2

/** Starts a process only with the first task. Inspection has its own process, so that it does not wait for decoding. */
export function startImageService(limits: Partial<ImageWorkerLimits> = {}): ImageService {
  const memoryBytes = imageMemoryBytes()
  const inspecting = new ImageWorker({ timeoutMs, memoryBytes: Math.min(memoryBytes, inspectionBytes), ...limits })
  const decoding = new ImageWorker({ timeoutMs, memoryBytes, ...limits })
  return {
    inspect: (task) => inspecting.run<Inspection>({ kind: 'inspect', ...task }),
    makeVariants: (task) => decoding.run<Variants>({ kind: 'variants', ...task }),
    async close() {
      await Promise.all([inspecting.close(), decoding.close()])
    },
  }
}
