import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { QueueStore } from '#upload-queue/store/queueStore.ts'
import { isWhole } from '#tests/support/extent.ts'
import { randomFrom } from '#tests/support/random.ts'
import { Page } from './page.ts'
import { Album } from './contents.ts'

const count = isWhole ? 200 : 20
const moments = isWhole ? 50 : 5
const seed = 319_985
const to = { ownerId: 1, evenementId: 7 }
const album = new Album()
afterEach(() => vi.restoreAllMocks())

/** Target of the bytes: rows on the phone, or, from a random file on, the memory of the page. */
for (const store of ['rows', 'rows, then memory'] as const) {
  test(`names every one of ${count} files after a kill at ${moments} random moments (${store})`, async () => {
    const random = randomFrom(seed)
    const files = await pickFiles()
    const seen = { safe: 0, lost: 0 }
    for (let moment = 0; moment < moments; moment += 1) {
      const name = `picks-${store}-${moment}`
      const phone = openPhone(name)
      if (store !== 'rows') refuseRows(Math.floor(random() * count))
      // Once for the rows, then five calls for each file; the last runs end without a kill.
      const death = { at: 1 + Math.floor(random() * count * 5), when: random() < 0.5 ? 'before' : 'after' } as const
      const dying = phone.openPage()
      await dying.live(() => dying.takeAll(to, files), death)
      dying.close()
      vi.restoreAllMocks()
      const left = await phone.reopen()
      const words = `seed ${seed}, moment ${moment}, death ${death.when} call ${death.at}`
      // Only before the transaction of the rows: no file was confirmed yet.
      if (left.length === 0 && death.at === 1) continue
      const names = left.map((item) => item.name).toSorted()
      expect({ words, names }).toEqual({ words, names: files.map((file) => file.name).toSorted() })
      for (const item of left) expect([words, await faultOf(phone.store, item)]).toEqual([words, null])
      seen.safe += left.filter(({ state }) => state === 'queued').length
      seen.lost += left.filter(({ state }) => state === 'lost_source').length
      await phone.pickAgain(files)
      phone.close()
    }
    if (isWhole) console.log(`seed ${seed}, ${store}: ${JSON.stringify(seen)}`)
    expect(seen.safe).toBeGreaterThan(0)
    expect(seen.lost).toBeGreaterThan(0)
  })
}

/** The error in a row that a killed page left, if any. */
async function faultOf(store: QueueStore, item: QueueItem): Promise<string | null> {
  if (item.state === 'lost_source') return null
  if (item.state !== 'queued') return `${item.name} is ${item.state}`
  const bytes = await store.readBytes(item, 0, item.size)
  return bytes.length === item.size
    ? null
    : `${item.name} is said to be safe with ${bytes.length} of ${item.size} bytes`
}

function openPhone(name: string) {
  const clock = { now: () => Date.now() }
  const openPage = () =>
    new Page({ name, clock, origin: 'http://localhost', pieceTimeoutMs: () => 1000, onChange: () => {} })
  const connection = new QueueConnection(name)
  const store = new QueueStore({ connection, clock, onChange: () => {} })
  return {
    store,
    openPage,
    /** The list after the app is opened again. */
    async reopen(): Promise<QueueItem[]> {
      const page = openPage()
      await page.endLostCopies()
      page.close()
      return store.items()
    },
    /** Picks all files again: each is stored once, in one row. */
    async pickAgain(files: readonly File[]): Promise<void> {
      const page = openPage()
      await page.takeAll(to, files)
      page.close()
      const alive = (await store.items()).filter(({ state }) => state !== 'cancelled')
      expect(alive.map(({ state }) => state)).toEqual(files.map(() => 'queued'))
      expect(new Set(alive.map(({ sha256 }) => sha256)).size).toBe(files.length)
    },
    close() {
      connection.close()
      indexedDB.deleteDatabase(name)
    },
  }
}

async function pickFiles(): Promise<File[]> {
  const files: File[] = []
  for (let n = 1; n <= count; n += 1) {
    const { bytes } = await album.photo(n)
    files.push(new File([bytes], `IMG_${n}.jpg`, { type: 'image/jpeg' }))
  }
  return files
}

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>

/** Limits the quota to the bytes of this many files. */
function refuseRows(room: number): void {
  let taken = 0
  const put: Put = Reflect.get(IDBObjectStore.prototype, 'put')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === 'rows' && taken >= room) throw new DOMException('no room', 'QuotaExceededError')
    if (this.name === 'rows') taken += 1
    return put.call(this, value, key)
  })
}
