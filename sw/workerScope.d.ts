interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string
}
interface SyncManager {
  register(tag: string): Promise<void>
}
interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
  periodicsync: PeriodicSyncEvent
}
interface ServiceWorkerRegistration {
  readonly sync?: SyncManager
}
