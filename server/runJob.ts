import { timed } from './metrics/measures.ts'

/**
 * Runs background work under a name, which the metrics and the log show.
 * @throws Error that names the job, with the failure as its cause
 */
export async function runJob<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await timed('job', work, (outcome) => ({ name, ...outcome }))
  } catch (cause) {
    throw new Error(`job "${name}" failed`, { cause })
  }
}
