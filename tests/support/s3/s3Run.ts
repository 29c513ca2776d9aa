import type { TestProject } from 'vitest/node'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { startSwift } from '#tests/support/s3/swift.ts'

declare module 'vitest' {
  interface ProvidedContext {
    bucket: S3Settings
  }
}

/** Starts one store for the whole run; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const swift = await startSwift()
  project.provide('bucket', await swift.newBucket())
  return () => swift.stop()
}
