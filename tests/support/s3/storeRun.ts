import type { TestProject } from 'vitest/node'
import { startSwift, swiftIsThere } from '#tests/support/s3/swift.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the store of this run; null where the machine has none. */
    store: string | null
  }
}

/** Starts one store for all files of the project; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const swift = swiftIsThere() ? await startSwift() : null
  project.provide('store', swift?.address ?? null)
  return async () => swift?.stop()
}
