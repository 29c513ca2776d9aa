import { untilLoaded } from '#src/ui/untilLoaded.ts'
import { hostAnswers } from './transport.ts'

/**
 * Loads a code chunk. Without network it retries with backoff until the chunk loads.
 * @throws what `load` throws although the host answers: a newer version is deployed, and only a reload helps
 */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return untilLoaded(load, hostAnswers)
}
