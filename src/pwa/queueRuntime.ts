import {
  cancelItems,
  pauseItems,
  removeItems,
  resumeItems,
  retryItems,
  type Which,
} from '#upload-queue/engine/itemCommands.ts'
import { ItemMoved, type ItemStore } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isPending } from '#upload-queue/engine/states.ts'
import { hashesIn } from '#upload-queue/hash/hashStream.ts'
import type { QueueMessage } from '#upload-queue/messages.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { beforeUpdate, registerSync } from './bridge.ts'
import { takeIn } from './intake.ts'
import { PageDrain } from './pageDrain.ts'
import { PageGrants } from './pageGrants.ts'
import { QueueScreen } from './queueScreen.ts'
import { clearQueueView, showQueue } from './queueViewStore.ts'
import { giveFile } from './saveToPhone.ts'
import { startHashWorker } from './trustedScript.ts'
import type { EnqueueResult, PickedFile, QueueSession } from './uploadQueue.ts'
import { VolatileQueue } from './volatileQueue.ts'

/** What stands behind uploadQueue.ts, loaded after the first paint. */
export interface QueueRuntime {
  start(): void
  enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<EnqueueResult[]>
  openSession(session: QueueSession): Promise<void>
  refreshGrants(evenementIds: readonly number[]): Promise<void>
  pendingOfPerson(): Promise<number>
  closeSession(choice: { keep: boolean }): Promise<void>
  requestPersistence(): Promise<boolean | null>
  pause(which: Which): Promise<void>
  resume(which: Which): Promise<void>
  retry(which: Which): Promise<void>
  cancel(which: Which): Promise<void>
  remove(which: readonly string[]): Promise<void>
  saveToPhone(id: string): Promise<void>
  preview(id: string): Promise<Blob | null>
}

const queue = openQueue({ origin: location.origin, hear })
const grants = new PageGrants(queue)
const volatile = new VolatileQueue(queue, grants)
const screen = new QueueScreen(queue, volatile)
const pageDrain = new PageDrain({ queue, grants, volatile })
let isStarted = false
let askedToPersist = false
const startHash = hashesIn(startHashWorker)

export const queueRuntime: QueueRuntime = {
  start,
  enqueueFiles,
  openSession,
  refreshGrants,
  pendingOfPerson,
  closeSession,
  requestPersistence,
  pause: (which) => command(pauseItems, which),
  resume: (which) => command(resumeItems, which),
  retry: (which) => command(retryItems, which),
  cancel: (which) => command(cancelItems, which),
  remove: (which) => command(removeItems, which),
  saveToPhone,
  preview,
}

/** Sends what an earlier page left, whoever it belongs to: each photo goes with the grant of its own person. */
function start(): void {
  if (isStarted) return
  isStarted = true
  beforeUpdate(() => pageDrain.holdStill())
  void screen.refresh()
  pageDrain.start()
}

function hear(message: QueueMessage): void {
  if (message.type === 'items/changed') void screen.update(message.ids)
  if (message.type === 'drain/release') pageDrain.release()
}

async function enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<EnqueueResult[]> {
  const { session } = grants
  if (!session) throw new Error('no session: openQueueSession comes first')
  if (!askedToPersist) void requestPersistence()
  const to = { ownerId: session.utilisateurId, evenementId: input.evenementId }
  const results: EnqueueResult[] = []
  for (const file of input.files) {
    results.push(await takeIn({ queue, startHash, volatile }, to, file))
    pageDrain.wake()
  }
  void registerSync()
  return results
}

async function openSession(session: QueueSession): Promise<void> {
  grants.session = session
  screen.ownerId = session.utilisateurId
  start()
  await screen.refresh()
  void grantsForPending()
}

async function refreshGrants(evenementIds: readonly number[]): Promise<void> {
  const items = await ownItems()
  const refused = new Set(items.flatMap(({ refusedGrantId }) => (refusedGrantId === null ? [] : [refusedGrantId])))
  await grants.refresh(evenementIds, refused)
  // The list of events was just loaded: what an event or a right kept back may go now.
  const mended = items.filter((item) => item.state === 'blocked' && item.cause?.status === 403)
  const ids = mended.filter((item) => evenementIds.includes(item.evenementId)).map((item) => item.id)
  if (ids.length > 0) await command(retryItems, ids)
  pageDrain.wake()
}

async function grantsForPending(): Promise<void> {
  const pending = (await ownItems()).filter((item) => isPending(item.state))
  await refreshGrants([...new Set(pending.map((item) => item.evenementId))])
}

async function pendingOfPerson(): Promise<number> {
  return (await ownItems()).filter((item) => isPending(item.state)).length
}

async function closeSession({ keep }: { keep: boolean }): Promise<void> {
  const { session } = grants
  if (!session) return
  const items = await ownItems()
  const abandoned = keep ? [] : await Promise.all(items.flatMap((item) => abandonedUpload(item)))
  grants.forget()
  screen.ownerId = null
  await (keep ? queue.person.leave(session.utilisateurId) : queue.person.erase(session.utilisateurId))
  volatile.leave(session.utilisateurId, keep)
  queue.channel.say({ type: 'items/interrupted', ids: items.map((item) => item.id) })
  clearQueueView()
  await Promise.allSettled(abandoned.map((remove) => remove()))
  await screen.refresh()
}

/** What the server holds of a photo that is given up with the session: asked to go while the grant is still good. */
function abandonedUpload(item: QueueItem): Promise<() => Promise<unknown>>[] {
  const { uploadUrl } = item
  if (uploadUrl === null) return []
  const signal = AbortSignal.timeout(3000)
  return [
    grants.find(item.ownerId, item.evenementId).then((grant) => async () => {
      if (grant) await queue.wire.remove(uploadUrl, { grant: grant.grant, limitMs: 3000, signal })
    }),
  ]
}

async function requestPersistence(): Promise<boolean | null> {
  askedToPersist = true
  if (!('storage' in navigator)) return null
  const persisted = await navigator.storage.persist().catch(() => null)
  showQueue({ persisted })
  return persisted
}

async function command<W extends Which>(
  run: (person: { store: ItemStore; ownerId: number }, which: W) => Promise<string[]>,
  which: W,
): Promise<void> {
  const ownerId = grants.session?.utilisateurId
  if (ownerId === undefined) return
  const changed = [
    ...(await run({ store: volatile.store, ownerId }, which)),
    ...(await run({ store: queue.store, ownerId }, which)),
  ]
  queue.channel.say({ type: 'items/interrupted', ids: changed })
  pageDrain.wake()
}

async function saveToPhone(id: string): Promise<void> {
  const item = (await ownItems()).find((own) => own.id === id)
  if (!item) throw new ItemMoved(id)
  const inMemory = volatile.fileOf(id)
  // A hundred megabytes at most, and only while it is handed over.
  const bytes = inMemory ?? new Blob([await queue.store.readBytes(item, 0, item.size)])
  await giveFile(new File([bytes], item.name, { type: item.type, lastModified: Date.parse(item.takenAt ?? '') || 0 }))
}

async function preview(id: string): Promise<Blob | null> {
  const owner = grants.session?.utilisateurId
  const item = await queue.store.item(id)
  if (!item || item.ownerId !== owner) return null
  const stored = await queue.staging.readPreview(id)
  return stored ? new Blob([stored.bytes], { type: stored.type }) : null
}

async function ownItems(): Promise<QueueItem[]> {
  const ownerId = grants.session?.utilisateurId
  if (ownerId === undefined) return []
  const inMemory = volatile.store.now().filter((item) => item.ownerId === ownerId)
  return [...(await queue.person.itemsOf(ownerId).catch(() => [])), ...inMemory]
}
