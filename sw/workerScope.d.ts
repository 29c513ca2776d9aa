interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}
interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
