import type { IDBPObjectStore, IDBPTransaction } from 'idb'
import { canLighten, canRestore, originalOf } from '#upload-queue/engine/lighterItem.ts'
import { ItemMoved, StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import {
  type Contents,
  type QueueItem,
  rowCountOf,
  type StagedFile,
  stagingItem,
} from '#upload-queue/engine/queueItem.ts'
import { abortOnFailure } from './abortOnFailure.ts'
import { recordTransition, recordTransitions } from './journal.ts'
import { commandsStored, type QueueSchema, type StoredPreview, type StoreDeps } from './queueDatabase.ts'
import type { StoredItem } from './storedItem.ts'
import { lighterRow, rowsBetween, rowsOf } from './rowRange.ts'
import { freeLiveKey, liveKeyOf } from './twin.ts'

/** What is known of a file after it was read completely. */
export type CopiedFile = Pick<QueueItem, 'sha256' | 'sourceSha256' | 'size' | 'type' | 'takenAt'>

/** Rows of a file that follow each other. */
export interface RowGroup {
  /** Number of the first row. */
  readonly first: number
  readonly rows: readonly ArrayBuffer[]
}

/** Storage operations while the bytes of a file are copied to the device. */
export class StagingStore {
  readonly #connection: StoreDeps['connection']
  readonly #clock: StoreDeps['clock']
  readonly #onChange: StoreDeps['onChange']

  constructor(deps: StoreDeps) {
    this.#connection = deps.connection
    this.#clock = deps.clock
    this.#onChange = deps.onChange
  }

  /**
   * Writes a row in state `staging` for each picked file, all in one transaction: if the page closes now, the user
   * learns which files were not kept. A file with the person, event, name and size of a `lost_source` row is the same
   * file picked again and reuses that row; each row is reused once.
   * @param copier name of the page that copies, which must hold its Web Lock (copyLockName)
   * @returns the rows, in the order of the files
   */
  async begin(files: readonly StagedFile[], copier: string): Promise<QueueItem[]> {
    const items = await this.#connection.transact(['items', 'rows', 'journal', 'hold'], async (transaction) => {
      const stored = transaction.objectStore('items')
      const owners = [...new Set(files.map(({ ownerId }) => ownerId))]
      const own = await Promise.all(owners.map((ownerId) => stored.index('owner').getAll(ownerId)))
      const lost = own.flat().filter(({ state }) => state === 'lost_source')
      const rows = files.map((file) => {
        const index = lost.findIndex((row) => isSameFile(row, file))
        const [again] = index === -1 ? [] : lost.splice(index, 1)
        const id = again?.id ?? file.id
        const item: StoredItem = { ...stagingItem({ ...file, id }), copier, liveKey: `staging:${id}` }
        return { item, from: again ? ('lost_source' as const) : null }
      })
      for (const { item, from } of rows) {
        // Older app versions left the bytes of an incomplete copy.
        if (from !== null) await transaction.objectStore('rows').delete(rowsOf(item.id))
      }
      await Promise.all(rows.map(({ item }) => stored.put(item)))
      if (!this.#connection.unsaved.hasNotes()) await transaction.objectStore('hold').put(commandsStored, 'commands')
      await recordTransitions(transaction.objectStore('journal'), rows, this.#clock.now())
      return rows.map(({ item }) => item)
    })
    this.#onChange(items.map(({ id }) => id))
    return items
  }

  /** Writes rows. @throws ItemMoved when the user cancelled the file */
  async writeRows(id: string, group: RowGroup): Promise<void> {
    await this.#connection.transact(['items', 'rows'], async (transaction) => {
      if ((await transaction.objectStore('items').get(id))?.state !== 'staging') throw new ItemMoved(id)
      await putRows(transaction.objectStore('rows'), id, group)
    })
  }

  /**
   * Accepts a photo in one transaction with strict durability: all rows exist, and no other active item has the same
   * photo. The new copy replaces a failed twin. A twin that is being cancelled continues on its own.
   * @param last the rows not written yet: a photo of one group costs one transaction, with one wait for the disk
   * @returns `queued`, or `duplicate` (the bytes of this copy are deleted)
   */
  async finish(id: string, copied: CopiedFile, last: RowGroup): Promise<'queued' | 'duplicate'> {
    let moved = [id]
    const result = await this.#connection.transact(['items', 'rows', 'journal'], async (transaction) => {
      const items = transaction.objectStore('items')
      const rows = transaction.objectStore('rows')
      const at = this.#clock.now()
      // Each answer of the database is waited for with as many requests as possible. An error undoes all of them.
      const written = putRows(rows, id, last)
      const [stored] = await Promise.all([items.get(id), written])
      if (stored?.state === 'queued' && stored.sha256 === copied.sha256) return 'queued'
      if (stored?.state !== 'staging') throw new ItemMoved(id)
      const liveKey = liveKeyOf(stored, copied.sourceSha256)
      const { unsaved } = this.#connection
      const { key, twinId } = await freeLiveKey(transaction, { item: stored, liveKey, at, unsaved })
      if (twinId !== null) moved = [id, twinId]
      if (key === 'taken') return 'duplicate'
      const rowCount = rowCountOf(copied.size)
      const { copier: _done, ...rest } = stored
      const queued: StoredItem = { ...rest, ...copied, rowCount, liveKey, state: 'queued' }
      const [count] = await Promise.all([
        rows.count(rowsOf(id)),
        items.put(queued),
        recordTransition(transaction.objectStore('journal'), queued, { from: 'staging', at }),
      ])
      if (count !== rowCount) throw new StorageBroken('rows are missing')
      return 'queued'
    })
    this.#onChange(moved)
    return result
  }

  /**
   * Deletes the bytes of a failed copy; its row stays and names the file. Writes nothing, because a browser with
   * exhausted quota allows only deletions.
   */
  dropRows(id: string): Promise<void> {
    return this.#connection.transact(['items', 'rows'], async (transaction) => {
      if ((await transaction.objectStore('items').get(id))?.state !== 'staging') return
      await transaction.objectStore('rows').delete(rowsOf(id))
    })
  }

  /**
   * Replaces an unsent photo with a compressed version, in one transaction. The rows of the original stay.
   * @param rows bytes of the compressed version, 1 MiB each
   * @returns false when sending has started already
   */
  async lighten(id: string, lighter: Omit<Contents, 'rowCount'>, rows: readonly ArrayBuffer[]): Promise<boolean> {
    const isDone = await this.#connection.transact(['items', 'rows'], async (transaction) => {
      const stored = await this.#current(transaction, id)
      // Our own write, retried because the connection was lost right after it.
      if (stored?.original && stored.sha256 === lighter.sha256) return true
      if (!stored || !canLighten(stored)) return false
      const { size, sha256, type, rowCount } = stored
      for (const [n, row] of rows.entries()) await transaction.objectStore('rows').put(row, [id, lighterRow + n])
      const original = { size, sha256, type, rowCount }
      await transaction.objectStore('items').put({ ...stored, ...lighter, rowCount: rows.length, original })
      return true
    })
    this.#onChange([id])
    return isDone
  }

  /** Restores the originals of items whose compressed version was not sent yet. */
  async restoreOriginals(ids: readonly string[]): Promise<void> {
    await this.#connection.transact(['items', 'rows'], async (transaction) => {
      for (const id of ids) {
        const stored = await this.#current(transaction, id)
        if (!stored || !canRestore(stored)) continue
        await transaction.objectStore('items').put(originalOf(stored))
        await transaction.objectStore('rows').delete(rowsBetween(id, lighterRow, Number.MAX_SAFE_INTEGER))
      }
    })
    this.#onChange(ids)
  }

  /** The state of an item with what a full storage could not write: the server may know a photo already. */
  async #current(
    transaction: IDBPTransaction<QueueSchema, ['items', 'rows'], 'readwrite'>,
    id: string,
  ): Promise<StoredItem | undefined> {
    return this.#connection.unsaved.currentOf(id, await transaction.objectStore('items').get(id))
  }

  /**
   * Stores a preview.
   * @returns false when no such item is stored: it is only in memory, or was deleted, for example by a logout
   */
  writePreview(id: string, preview: StoredPreview): Promise<boolean> {
    return this.#connection.run((database) =>
      // Without a wait for the disk: after a power cut the list shows an icon instead.
      abortOnFailure(
        database.transaction(['items', 'previews'], 'readwrite', { durability: 'relaxed' }),
        async (open) => {
          if (!(await open.objectStore('items').get(id))) return false
          await open.objectStore('previews').put(preview, id)
          return true
        },
      ),
    )
  }

  readPreview(id: string): Promise<StoredPreview | undefined> {
    return this.#connection.run((database) => database.get('previews', id))
  }
}

async function putRows(
  store: IDBPObjectStore<QueueSchema, ('items' | 'rows' | 'journal')[], 'rows', 'readwrite'>,
  id: string,
  { first, rows }: RowGroup,
): Promise<void> {
  await Promise.all(rows.map(async (row, index) => store.put(row, [id, first + index])))
}

function isSameFile(row: StoredItem, file: StagedFile): boolean {
  return (
    row.ownerId === file.ownerId &&
    row.evenementId === file.evenementId &&
    row.name === file.name &&
    row.size === file.size
  )
}
