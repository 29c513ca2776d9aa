/** What the tabs and the worker tell each other of the queue. IndexedDB is the truth; these only say where to look. */
export type QueueMessage =
  | { readonly type: 'items/changed'; readonly ids: readonly string[] }
  /** A person paused or gave these up: whoever is sending them hangs up. */
  | { readonly type: 'items/interrupted'; readonly ids: readonly string[] }
  | { readonly type: 'drain/ended' }
  /** Asks the drainer, wherever it is, to let go after the piece in flight. */
  | { readonly type: 'drain/release' }

/** What a page asks of the service worker. */
export type WorkerMessage =
  /** The person wants the new version: take over after the piece in flight. */
  | { readonly type: 'app/activate' }
  /** Keep the files of the app that a first visit left for later. */
  | { readonly type: 'app/keep' }
  /** Forget this person's cached pictures. */
  | { readonly type: 'pictures/wipe'; readonly utilisateurId: number }

const workerMessages: ReadonlySet<unknown> = new Set<WorkerMessage['type']>([
  'app/activate',
  'app/keep',
  'pictures/wipe',
])

/** Whether something posted to the worker is one of ours. */
export function isWorkerMessage(data: unknown): data is WorkerMessage {
  return typeof data === 'object' && data !== null && 'type' in data && workerMessages.has(data.type)
}

/** Tags of the background sync: three, because each has only three attempts; each drains the whole queue. */
export const syncTags = ['uploads-a', 'uploads-b', 'uploads-c'] as const
