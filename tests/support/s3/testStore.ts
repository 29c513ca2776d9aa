import { inject } from 'vitest'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { startFaultProxy } from '#tests/support/faultProxy.ts'
import { newBucket } from '#tests/support/s3/swift.ts'

/** The store of this run through a proxy of one test file, which can cut it off for this file alone. */
export interface TestStore {
  /** Settings for a new, empty bucket. */
  newBucket(): Promise<S3Settings>
  /** Breaks all connections and refuses new ones. */
  goAway(): void
  comeBack(): void
  close(): Promise<void>
}

export async function openTestStore(): Promise<TestStore> {
  const network = await startFaultProxy(Number(new URL(storeAddress()).port))
  return {
    newBucket: () => newBucket(`http://localhost:${network.port}`),
    goAway() {
      network.fault = { kind: 'down' }
      network.cut()
    },
    comeBack() {
      network.fault = { kind: 'none' }
    },
    close: () => network.close(),
  }
}

/** Address of the store itself. */
export function storeAddress(): string {
  const address = inject('store')
  if (address === null) throw new Error('This machine has no store')
  return address
}
