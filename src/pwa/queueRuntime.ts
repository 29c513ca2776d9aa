import {
  cancelItems,
  pauseItems,
  removeItems,
  resumeItems,
  retryItems,
  type Which,
} from '#upload-queue/engine/itemCommands.ts'
import { originalOf } from '#upload-queue/engine/lighterItem.ts'
import { endLostCopies } from '#upload-queue/engine/lostCopies.ts'
import { ItemMoved } from '#upload-queue/engine/ports.ts'
import { hashesIn } from '#upload-queue/hash/hashStream.ts'
import type { QueueMessage } from '#upload-queue/messages.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { noteAnswer } from '#src/api/reachability.ts'
import { hostAnswers } from '#src/api/transport.ts'
import { beforeUpdate, registerSync } from './serviceWorkerClient.ts'
import { Copies } from './copies.ts'
import { askToKeep } from './deviceStorage.ts'
import { exportJournal } from './exportJournal.ts'
import { Lightening } from './lightening.ts'
import { PageDrain } from './pageDrain.ts'
import { PageGrants } from './pageGrants.ts'
import { PersonQueue } from './personQueue.ts'
import { Previews } from './previews.ts'
import { QueueViewSync } from './queueViewSync.ts'
import { clearQueueView, showQueue } from './queueViewStore.ts'
import { shareOrDownload } from './saveToPhone.ts'
import { smallBitmap } from './smallBitmap.ts'
import { startHashWorker } from './trustedScript.ts'
import type { Enqueued, PickedFile } from './pickedFile.ts'
import type { QueueSession } from './queueSession.ts'
import { VolatileQueue } from './volatileQueue.ts'

const queue = openQueue({ origin: location.origin, hear, onAnswer: hearAnswer })
const grants = new PageGrants(queue)
const volatile = new VolatileQueue(queue, grants)
const previews = new Previews(queue.staging, smallBitmap)
const person = new PersonQueue({ queue, grants, volatile })
const screen = new QueueViewSync(queue, volatile)
const pageDrain = new PageDrain({ queue, grants, volatile, hostAnswers })
const startHash = hashesIn(startHashWorker)
const copies = new Copies({ queue, startHash, volatile, previews, onCopied })
const lightening = new Lightening({ queue, startHash })
const grantWaitMs = 2000
const wakePauseMs = 1000
let isStarted = false
let askedToPersist = false
let wokenAt = 0

/** What stands behind uploadQueue.ts, loaded after the first paint. */
export const queueRuntime = {
  start,
  enqueueFiles,
  openSession,
  refreshGrants,
  pendingOfPerson: async () => (await person.pending()).length,
  closeSession,
  pause: (which: Which) => then(person.command(pauseItems, which)),
  resume: (which: Which) => then(person.command(resumeItems, which)),
  retry: (which: Which) => then(person.command(retryItems, which)),
  cancel: (which: Which) => then(person.command(cancelItems, which)),
  remove: (which: readonly string[]) => then(person.command(removeItems, which)),
  lighten: async (ids: readonly string[]) => lightening.lighten(await ownIds(ids)),
  restoreOriginals: async (ids: readonly string[]) => lightening.restore(await ownIds(ids)),
  chooseWifiOnly,
  lineSpeed: async () => (await queue.networkPace.recall()).speed,
  saveToPhone,
  exportJournal: () => exportJournal(queue, person),
  preview,
}

export type QueueRuntime = typeof queueRuntime

/** Sends what an earlier page left, whoever it belongs to: each photo goes with the grant of its own person. */
function start(): void {
  if (isStarted) return
  isStarted = true
  beforeUpdate(async () => {
    await copies.whenIdle()
    await pageDrain.holdStill()
  })
  void screen.refresh()
  // A drainer of another place may be busy for long; without storage there is nothing to tell.
  void endLostCopies(queue, null).catch(() => {})
  void screen.refreshDevice()
  addEventListener('beforeunload', (event) => {
    // The browser's own question: what only this page holds would be gone.
    if (volatile.hasPending() || copies.isRunning) event.preventDefault()
  })
  addEventListener('pageshow', ({ persisted }) => {
    // Out of the browser's history: what was said meanwhile was not heard.
    if (persisted) void screen.refresh()
  })
  queue.line.onChange(() => void screen.refreshDevice())
  pageDrain.start()
}

function hear(message: QueueMessage): void {
  if (message.type === 'items/changed') void screen.update(message.ids)
  if (message.type === 'drain/release') pageDrain.release()
  if (message.type !== 'drain/ended') return
  pageDrain.hearEnded()
  void screen.refreshDevice()
}

function hearAnswer(): void {
  noteAnswer()
  pageDrain.hearAnswer()
}

async function enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<Enqueued> {
  const { session } = person
  if (!session) throw new Error('no session: openQueueSession comes first')
  if (!askedToPersist) void requestPersistence()
  const to = { ownerId: session.utilisateurId, evenementId: input.evenementId }
  // The worker may be the first to send, and it has no session to ask with.
  const granted = person.refreshGrants([input.evenementId]).catch(() => {})
  const { copied } = await copies.add(to, input.files)
  const handedOver = copied.then(async (results) => {
    pageDrain.wake()
    void Promise.race([granted, sleep(grantWaitMs)]).then(() => registerSync())
    return results
  })
  return { copied: handedOver }
}

function onCopied(): void {
  // Each drain looks at the whole queue, which hundreds of files make long.
  if (Date.now() - wokenAt < wakePauseMs) return
  wokenAt = Date.now()
  pageDrain.wakeForNew()
}

async function openSession(session: QueueSession): Promise<void> {
  person.open(session)
  screen.person = session
  start()
  await screen.refresh()
  const pending = await person.pending()
  // Not awaited: the network may be slow, and the list is already on the screen.
  void refreshGrants(pending.map((item) => item.evenementId))
}

function refreshGrants(evenementIds: readonly number[]): Promise<void> {
  return then(person.refreshGrants(evenementIds))
}

async function closeSession(choice: { keep: boolean }): Promise<void> {
  screen.person = null
  await person.close(choice)
  clearQueueView()
  await screen.refresh()
}

async function chooseWifiOnly(isWifiOnly: boolean): Promise<void> {
  await queue.line.choose(isWifiOnly)
  if (queue.line.isHeld()) queue.interruptions.interruptAll()
  await screen.refreshDevice()
  pageDrain.wake({ networkIsBack: true })
}

async function requestPersistence(): Promise<boolean | null> {
  askedToPersist = true
  const persisted = await askToKeep()
  showQueue({ persisted })
  return persisted
}

async function saveToPhone(id: string): Promise<void> {
  const item = (await person.items()).find((own) => own.id === id)
  if (!item) throw new ItemMoved(id)
  const inMemory = volatile.fileOf(id)
  const original = originalOf(item)
  // A hundred megabytes at most, and only while it is handed over.
  const bytes = inMemory ?? new Blob([await queue.store.readBytes(original, 0, original.size)])
  await shareOrDownload(
    new File([bytes], item.name, { type: original.type, lastModified: Date.parse(item.takenAt ?? '') || 0 }),
  )
}

async function ownIds(ids: readonly string[]): Promise<string[]> {
  const own = new Set((await person.items()).map(({ id }) => id))
  return ids.filter((id) => own.has(id))
}

async function preview(id: string): Promise<Blob | null> {
  const isOwn = (await person.items()).some((item) => item.id === id)
  return isOwn ? previews.read(id) : null
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** After whatever a person did, the queue looks again. */
async function then(done: Promise<void>): Promise<void> {
  await done
  pageDrain.wake()
}
