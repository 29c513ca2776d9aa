import {
  cancelItems,
  forgetReceipts,
  pauseItems,
  removeFromDevice,
  resumeItems,
  retryItems,
  type ItemSelection,
} from '#upload-queue/engine/itemCommands.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { endLostCopies } from '#upload-queue/engine/lostCopies.ts'
import { hashesIn } from '#upload-queue/hash/hashStream.ts'
import { itemView } from '#upload-queue/itemView.ts'
import type { QueueMessage } from '#upload-queue/messages.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { sleep } from '#upload-queue/sleep.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { noteAnswer } from '#src/api/reachability.ts'
import { hostAnswers } from '#src/api/transport.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import { beforeUpdate, registerSync } from '#src/pwa/serviceWorkerClient.ts'
import { Copies } from './copies.ts'
import { requestPersistentStorage } from '#src/pwa/deviceStorage.ts'
import { Lightening } from './lightening.ts'
import { listDeleted } from './deletedItems.ts'
import { pagePreviews } from '#src/pwa/preview/pagePreviews.ts'
import { Fusions } from './fusions.ts'
import { GuestEntries } from './guestEntries.ts'
import { PageDrain } from './pageDrain.ts'
import { PageGrants } from './pageGrants.ts'
import { PersonQueue } from './personQueue.ts'
import { Previews } from '#src/pwa/preview/previews.ts'
import { QueueFiles } from './queueFiles.ts'
import { type GivenEntry, SessionLifecycle } from './sessionLifecycle.ts'
import { QueueViewSync } from './queueViewSync.ts'
import { readQueueView, showQueue } from './queueViewStore.ts'
import { startHashWorker } from '#src/pwa/trustedScript.ts'
import type { EnqueuedFiles, PickedFile } from './pickedFile.ts'
import type { PersonSession, QueueSession } from './queueSession.ts'
import { VolatileQueue } from './volatileQueue.ts'

const notesKey = 'eclats.envois'
const notes = { read: () => readLocal(notesKey), write: (text: string | null) => void writeLocal(notesKey, text) }
const queue = openQueue({ origin: location.origin, onMessage, onAnswer, onStorageClosed, notes })
const grants = new PageGrants(queue)
const volatile = new VolatileQueue(queue, grants)
const previews = new Previews({ queue, files: pagePreviews })
const person = new PersonQueue({ queue, grants, volatile })
const guests = new GuestEntries({ queue, volatile })
const fusions = new Fusions({ queue, volatile, guests, person })
const files = new QueueFiles({ queue, person, volatile })
const viewSync = new QueueViewSync(queue, volatile)
const pageDrain = new PageDrain({ queue, grants, volatile, hostAnswers })
const startHash = hashesIn(startHashWorker)
const copies = new Copies({ queue, startHash, volatile, previews, onCopied: () => pageDrain.filesAdded() })
const lightening = new Lightening({ queue, startHash })
const sessions = new SessionLifecycle({ person, viewSync, grants, guests, fusions, copies, previews, pageDrain, start })
const grantWaitMs = 2000
let isStarted = false
let askedToPersist = false

/** The commands of `uploadQueue` (uploadQueue.ts), for the items of the signed-in person. */
export const queueRuntime = {
  start,
  openSession: (session: QueueSession) => sessions.open(session),
  closeSession: (choice: { ownerId: OwnerId; keep: boolean }) => sessions.close(choice),
  suspendSession: (ownerId: OwnerId | null) => sessions.suspend(ownerId),
  entries: async () => guests.all(),
  saveEntry: async (entry: GuestEntry) => guests.save(entry),
  forgetEntry: async (key: string) => guests.forget(key),
  openEntry: (entry: GuestEntry) => sessions.openEntry(entry),
  bindEntry: (bound: { key: string; session: PersonSession }) => sessions.bindEntry(bound),
  giveEntry: (given: GivenEntry) => sessions.giveEntry(given),
  dropEntry: (key: string) => sessions.dropEntry(key),
  refreshGrants: (evenementIds: readonly number[]) => sessions.refreshGrants(evenementIds),
  /** Starts the hash worker, so that the first copy does not wait for it. */
  prepareCopies: () => startHash().then(() => undefined),
  enqueueFiles,
  /**
   * The photos of an owner that are on this device and not yet received; counted before they are given up.
   * @throws StorageBroken when none is found because the storage cannot be read
   */
  pendingOf: async (ownerId: OwnerId) => {
    const items = await person.pending(ownerId)
    if (items.length === 0) await queue.person.itemsOf(ownerId)
    return items.map((item) => itemView(item, false))
  },
  /** The photos of another owner than the person of this page. From now on each of them can be read and saved. */
  itemsOf: async (ownerId: OwnerId) => (await person.readableItems(ownerId)).map((item) => itemView(item, false)),
  pause: (which: ItemSelection) => thenWake(person.command(pauseItems, which)),
  resume: (which: ItemSelection) => thenWake(person.command(resumeItems, which)),
  retry: (which: ItemSelection) => thenWake(person.command(retryItems, which)),
  /** Cancels photos: deletes their partial uploads on the server, then their bytes on the device. */
  cancel: (which: ItemSelection) => thenWake(person.command(cancelItems, which)),
  /** Deletes photos whose cancellation the server refuses to answer, from this device only. */
  removeFromDevice: (which: ItemSelection) => thenWake(person.command(removeFromDevice, which)),
  /** Removes receipts from the list. The media stay on the server, and items without a receipt stay in the list. */
  forgetReceipts: (which: readonly string[]) => person.command(forgetReceipts, which),
  /**
   * Makes lighter versions of photos whose upload has not started, one after the other. The originals stay on the
   * device until the server has received the lighter version. Returns how many will be sent lighter.
   */
  lighten: async (ids: readonly string[]) => lightening.lighten(await ownIds(ids)),
  /** Reverts `lighten` for photos whose upload has not started. */
  restoreOriginals: async (ids: readonly string[]) => lightening.restore(await ownIds(ids)),
  chooseWifiOnly,
  /** Upload speed measured today on this kind of network, in bytes per millisecond; 0 when unknown. */
  uploadSpeed: async () => (await queue.networkSpeed.recall()).speed,
  saveToPhone: (id: string) => files.saveToPhone(id),
  /** Exports the journal as a text file for support: without names, credentials or photo bytes. */
  exportJournal: () => files.exportJournal(),
  preview,
}

export type QueueRuntime = typeof queueRuntime

/** Sends what an earlier page left, for every person: each photo is sent with the grant of its person. */
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  beforeUpdate(async () => {
    await copies.whenIdle()
    await pageDrain.prepareUpdate()
  })
  void viewSync.refresh()
  void queue.discards.finish().catch(() => {})
  // Not awaited: another drainer may be busy for long. Without storage there are no copies to end.
  void endLostCopies(queue, null).catch(() => {})
  void viewSync.refreshDevice()
  addEventListener('beforeunload', (event) => {
    // Shows the browser's own leave question: photos held only by this page would be lost.
    if (volatile.hasPending() || copies.isRunning) event.preventDefault()
  })
  addEventListener('pageshow', ({ persisted }) => {
    // A page in the back/forward cache receives no messages.
    if (persisted) void viewSync.refresh()
  })
  // Other tabs do not learn what a page that is closing, or was killed, has not published yet.
  addEventListener('pagehide', () => queue.channel.flush())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void viewSync.refresh()
  })
  queue.networkPreference.onChange(() => void viewSync.refreshDevice())
  pageDrain.start()
}

function onMessage(message: QueueMessage): void {
  if (message.type === 'items/changed') {
    void viewSync.update(message.ids)
    // Without storage there are no rows.
    void volatile.cancelDeleted(message.ids).catch(() => {})
  }
  if (message.type === 'network/chosen') void viewSync.refreshDevice()
  if (message.type === 'drain/release') pageDrain.stopForUpdate()
  if (message.type === 'drain/left_to_page') pageDrain.sendWhileHidden()
  if (message.type !== 'drain/ended') return
  void guests.bindAgain().then((isBound) => isBound && pageDrain.wake())
  pageDrain.otherDrainEnded()
  void viewSync.refreshDevice()
}

function onStorageClosed(): void {
  // While the storage cannot be read, the view stays as it is.
  void listDeleted(queue, readQueueView())
    .then(() => viewSync.refresh())
    .catch(() => {})
}

function onAnswer(): void {
  noteAnswer()
  pageDrain.hostAnswered()
}

/**
 * Adds picked files to the queue. One bad file does not stop the others.
 * @returns when each file has its row, which survives a crash of the page; the bytes are copied after that
 */
async function enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<EnqueuedFiles> {
  const { session } = person
  if (!session) throw new Error('No queue session: call openSession before enqueueFiles')
  if (!askedToPersist) void requestPersistence()
  const to = { ownerId: session.ownerId, evenementId: input.evenementId }
  // The worker may be the first to send, and it has no session with which to request a grant.
  const granted = person.refreshGrants([input.evenementId]).then(
    () => viewSync.refreshDevice(),
    () => {},
  )
  const { copied } = await copies.add(to, input.files)
  const copiedAndWoken = copied.then(async (results) => {
    pageDrain.wake()
    void Promise.race([granted, sleep(grantWaitMs)]).then(() => registerSync())
    return results
  })
  return { copied: copiedAndWoken }
}

/** Sets whether photos wait for Wi-Fi on this device. */
async function chooseWifiOnly(isWifiOnly: boolean): Promise<void> {
  await queue.networkPreference.choose(isWifiOnly)
  // Each tab and the worker abort their requests that may no longer use mobile data.
  queue.channel.publish({ type: 'network/chosen' })
  await viewSync.refreshDevice()
  pageDrain.wake({ networkIsBack: true })
}

async function requestPersistence(): Promise<boolean | null> {
  askedToPersist = true
  const persisted = await requestPersistentStorage()
  showQueue({ persisted })
  return persisted
}

async function ownIds(ids: readonly string[]): Promise<string[]> {
  const own = new Set((await person.items()).map(({ id }) => id))
  return ids.filter((id) => own.has(id))
}

/** The preview of an item; null when there is none. */
async function preview(id: string): Promise<Blob | null> {
  const item = await person.item(id)
  return item ? previews.read(item) : null
}

/** Runs a drain after the person's command: one that failed may have changed some items. */
function thenWake(done: Promise<void>): Promise<void> {
  return done.finally(() => pageDrain.wake())
}
