// What a service worker's scope is to workbox-background-sync, and no more: sync registrations, their events, fetch.

interface SyncEvent {
  readonly tag: string
  readonly lastChance: boolean
  waitUntil(work: Promise<unknown>): void
}
/** What is used of the library's Queue; its own types would change those of every worker. */
export interface ShippedQueue {
  pushRequest(entry: { request: Request }): Promise<void>
  getAll(): Promise<{ request: Request }[]>
  size(): Promise<number>
}
type Listener = (event: SyncEvent) => void

/** Tells the photos apart on their way, as nothing in a multipart body does. */
export const photoHeader = 'x-photo'
/** As Chromium does: once, and again after 5 and 15 minutes. */
export const mostAttempts = 3

/** Attempts so far of the registrations that are pending, by tag. */
const pending = new Map<string, number>()
const listeners = new Map<string, Listener>()
const senders = new Map<string, (request: Request) => Promise<Response>>()
/** fetch as it was found. */
export const sendPlainly = globalThis.fetch
let starting = ''
let lives = 0

/** Lets the library run here as it does in a worker of an app. */
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

/** Who carries this photo's request from now on. */
export function carry(photo: string, send: (request: Request) => Promise<Response>): void {
  senders.set(photo, send)
}

/** A worker's start on a phone's disk; one that ran before under this name hears nothing any more. */
export async function startWorker(name: string, disk: IDBFactory): Promise<ShippedQueue> {
  lives += 1
  // The library keeps the names of a worker's queues: another worker is another copy of the module.
  const module = `${import.meta.resolve('workbox-background-sync/Queue.js')}?life=${lives}`
  const { Queue } = (await import(module)) as { Queue: new (name: string) => ShippedQueue }
  starting = name
  globalThis.indexedDB = disk
  const queue = new Queue(name)
  // Opens its database while this disk is the one in reach.
  await queue.size()
  return queue
}

/** Sets the tag of a queue again, whatever became of it. */
export function register(name: string): void {
  pending.set(tagOf(name), 0)
}

/** One attempt, if one is pending. @param death ends it unheard, as the end of the worker does */
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
