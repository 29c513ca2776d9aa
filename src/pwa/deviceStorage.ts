/** The browser's storage estimate; null where it gives none. */
export interface DeviceStorage {
  readonly persisted: boolean | null
  readonly freeBytes: number | null
}

/** Requests persistent storage: Safari deletes the data of a site that was not opened for seven days. */
export async function requestPersistentStorage(): Promise<boolean | null> {
  if (!('storage' in navigator)) return null
  return navigator.storage.persist().catch(() => null)
}

/** Reads whether storage is persistent, and how many bytes are free. */
export async function readDeviceStorage(): Promise<DeviceStorage> {
  if (!('storage' in navigator)) return { persisted: null, freeBytes: null }
  const { quota, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}))
  const persisted = await navigator.storage.persisted().catch(() => null)
  return { persisted, freeBytes: quota === undefined ? null : Math.max(0, quota - usage) }
}
