// A minimal service worker scope for workbox-background-sync: sync registrations, their events, fetch.

interface SyncEvent {
  readonly tag: string
  readonly lastChance: boolean
  waitUntil(work: Promise<unknown>): void
}
/** The used part of the library's Queue; its own types would change the global types of every worker. */
export interface ShippedQueue {
  pushRequest(entry: { request: Request }): Promise<void>
  getAll(): Promise<{ request: Request }[]>
  size(): Promise<number>
}
type Listener = (event: SyncEvent) => void

/** Identifies the photo of a request, because the multipart body does not. */
export const photoHeader = 'x-photo'
/** As in Chromium: once, and again after 5 and 15 minutes. */
export const mostAttempts = 3

/** Attempts so far of the pending registrations, by tag. */
const pending = new Map<string, number>()
const listeners = new Map<string, Listener>()
const senders = new Map<string, (request: Request) => Promise<Response>>()
/** The original fetch. */
export const sendPlainly = globalThis.fetch
let starting = ''
let lives = 0

/** Provides the globals that the library needs in a worker. */
export function enterWorkerScope(): void {
  process.env['NODE_ENV'] = 'production'
  const sync = { register: async (tag: string) => void pending.set(tag, 0) }
  const self = {
    registration: { sync },
    addEventListener: (_type: 'sync', heard: Listener) => listeners.set(starting, heard),
  }
  const fetch: typeof sendPlainly = (input, init) => {
    const photo = input instanceof Request ? input.headers.get(photoHeader) : null
    const send = photo === null ? undefined : senders.get(photo)
    return send && input instanceof Request ? send(input) : sendPlainly(input, init)
  }
  Object.assign(globalThis, { self, fetch })
}

/** The phone that sends this photo from now on. */
export function carry(photo: string, send: (request: Request) => Promise<Response>): void {
  senders.set(photo, send)
}

/** Starts a worker on a phone's disk; an earlier worker of this name receives nothing any more. */
export async function startWorker(name: string, disk: IDBFactory): Promise<ShippedQueue> {
  lives += 1
  // The library keeps queue names per module instance, so each worker imports its own copy.
  const module = `${import.meta.resolve('workbox-background-sync/Queue.js')}?life=${lives}`
  const { Queue } = (await import(module)) as { Queue: new (name: string) => ShippedQueue }
  starting = name
  globalThis.indexedDB = disk
  const queue = new Queue(name)
  // Opens its database while this disk is selected.
  await queue.size()
  return queue
}

/** Registers the tag of a queue again in any case. */
export function register(name: string): void {
  pending.set(tagOf(name), 0)
}

/** Runs one pending attempt. @param death ends it without an answer, like the end of the worker */
export async function fireSync(name: string, death: Promise<void>): Promise<void> {
  const tag = tagOf(name)
  const before = pending.get(tag)
  if (before === undefined) return
  const attempt = before + 1
  pending.delete(tag)
  let work: Promise<unknown> = Promise.resolve()
  const lastChance = attempt === mostAttempts
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise
  }
  listeners.get(name)?.({ tag, lastChance, waitUntil })
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    death.then(() => false),
  ])
  if (!isDone && !lastChance && !pending.has(tag)) pending.set(tag, attempt)
}

function tagOf(name: string): string {
  return `workbox-background-sync:${name}`
}
