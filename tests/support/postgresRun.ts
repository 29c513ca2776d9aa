import type { TestProject } from 'vitest/node'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { makeTemplate } from '#tests/support/testDatabase.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** Starts one cluster for the whole run; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  await makeTemplate(cluster.url('postgres'))
  project.provide('postgres', cluster.url('postgres'))
  return () => cluster.remove()
}
