import type { QueueState } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'

export function unEnvoi(state: QueueState, details: Partial<QueueItemView> = {}): QueueItemView {
  return {
    id: crypto.randomUUID(),
    evenementId: 1,
    name: 'IMG.jpg',
    type: 'image/jpeg',
    size: 100,
    originalSize: 100,
    isLighter: false,
    weightChange: null,
    state,
    isInMemory: state === 'volatile',
    confirmedBytes: 0,
    addedAt: 10,
    takenAt: 10,
    nextAttemptAt: null,
    deliveredAt: null,
    mediaId: null,
    duplicate: false,
    attempts: 0,
    cause: null,
    ...details,
  }
}
