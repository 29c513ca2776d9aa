import type { EnqueueResult, PickedFile, QueueSession } from './uploadQueue.ts'

/** What stands behind uploadQueue.ts, loaded after the first paint. */
export interface QueueRuntime {
  enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<EnqueueResult[]>
  openSession(session: QueueSession): Promise<void>
  refreshGrants(evenementIds: readonly number[]): Promise<void>
  pendingOfPerson(): Promise<number>
  closeSession(choice: { keep: boolean }): Promise<void>
  requestPersistence(): Promise<boolean | null>
  pause(which: readonly string[] | 'all'): Promise<void>
  resume(which: readonly string[] | 'all'): Promise<void>
  retry(which: readonly string[] | 'all'): Promise<void>
  cancel(which: readonly string[]): Promise<void>
  remove(which: readonly string[]): Promise<void>
  saveToPhone(id: string): Promise<void>
  preview(id: string): Promise<Blob | null>
}

export declare const queueRuntime: QueueRuntime
