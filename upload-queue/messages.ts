/** Messages between tabs and the service worker. IndexedDB is authoritative; a message only triggers a read. */
export type QueueMessage =
  | { readonly type: 'items/changed'; readonly ids: readonly string[] }
  /** The user paused or cancelled these items: abort their requests. */
  | { readonly type: 'items/interrupted'; readonly ids: readonly string[] }
  | { readonly type: 'drain/ended' }
  /** The drainer is alive, but a full storage refuses its heartbeat. */
  | { readonly type: 'drain/beat' }
  /** The worker could write nothing and sends nothing: an open page must send, also while it is hidden. */
  | { readonly type: 'drain/left_to_page' }
  /** The person has chosen which networks may be used: read the choice again. */
  | { readonly type: 'network/chosen' }
  /** Asks the current drainer to stop after the chunk in flight. */
  | { readonly type: 'drain/release' }

/** Messages from a page to the service worker. */
export type WorkerMessage =
  /** The user wants the new version: activate it after the chunk in flight. */
  | { readonly type: 'app/activate' }
  /** Cache the app files that the first visit skipped. */
  | { readonly type: 'app/keep' }
  | { readonly type: 'pictures/wipe'; readonly utilisateurId: number }

const workerMessages: ReadonlySet<unknown> = new Set<WorkerMessage['type']>([
  'app/activate',
  'app/keep',
  'pictures/wipe',
])

/** Whether a message posted to the service worker is one of ours. */
export function isWorkerMessage(data: unknown): data is WorkerMessage {
  return typeof data === 'object' && data !== null && 'type' in data && workerMessages.has(data.type)
}

/** A message from the service worker to a page: open this path, and answer on the port of the message. */
export interface OpenRequest {
  readonly type: 'app/open'
  readonly path: string
}

/** Whether a message of the service worker is an {@link OpenRequest}. The path is not checked. */
export function isOpenRequest(data: unknown): data is OpenRequest {
  if (typeof data !== 'object' || data === null) return false
  return 'type' in data && data.type === 'app/open' && 'path' in data && typeof data.path === 'string'
}

/**
 * Background Sync tags. Three, because the browser tries each tag only three times. Each one drains the whole queue.
 */
export const syncTags = ['uploads-a', 'uploads-b', 'uploads-c'] as const
