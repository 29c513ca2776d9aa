import type { ImageTask, Inspection, Variants } from './imageTask.ts'
import { ImageWorker, type ImageWorkerLimits } from './imageWorker.ts'
import { imageMemoryBytes } from './memoryLimit.ts'

/** Parses and decodes files in child processes with limits of time and memory, one file at a time in each. */
export interface ImageService {
  /**
   * Dimensions from the header, null where it says none, and what others get blanked. Rejects with UnreadableImage when
   * the file ended the process or took too long, and with the system's error when the file could not be read.
   */
  inspect(task: Omit<ImageTask & { kind: 'inspect' }, 'kind'>): Promise<Inspection>
  /** Makes variants. Rejects with UnreadableImage. */
  makeVariants(task: Omit<ImageTask & { kind: 'variants' }, 'kind'>): Promise<Variants>
  /** Rejects the tasks in hand with an error that says nothing of their files. */
  close(): Promise<void>
}

const timeoutMs = 30_000
/** Parsing keeps small pieces; see ParseBudget. */
const inspectionBytes = 256 * 1024 ** 2

/** Starts no process before the first task. Inspecting, which decodes nothing, does not wait behind decoding. */
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
