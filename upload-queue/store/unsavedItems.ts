import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Move, QueuePause } from '#upload-queue/engine/ports.ts'
import { canMove, isEnded, type QueueState } from '#upload-queue/engine/states.ts'
import type { StoredItem } from './storedItem.ts'
import { noteBasis, type TextStorage, type UnsavedNote, UnsavedNotes } from './unsavedNotes.ts'

interface UnsavedState {
  readonly item: StoredItem
  /** The row that the item replaces, as JSON; null when the row was deleted. */
  readonly basis: string | null
}

/** States that a person's command leads to and whose bytes stay. */
const commanded: ReadonlySet<QueueState | undefined> = new Set(['paused', 'queued', 'cancelling'])

/** Whether a move is a command of the person that must not be forgotten when it cannot be written. */
export function isCommand({ epoch, change }: Pick<Move, 'epoch' | 'change'>): boolean {
  return epoch === null && commanded.has(change.state)
}

/**
 * States that could not be written because the storage of the device is full. They hold as long as this page or
 * worker; commands of the person, and whether the server may know a photo, are also noted for the other pages and for
 * later ones. A state counts only while its row is unchanged: another page may have written or deleted it.
 */
export class UnsavedItems {
  /** The pause of the whole queue, when it could not be written. */
  pause: QueuePause | null = null
  readonly #unsaved = new Map<string, UnsavedState>()
  readonly #notes: UnsavedNotes
  /** The stamp of the last command of each item that this page has given or applied. */
  readonly #appliedStamps = new Map<string, string>()

  /** @param storage of the notes; undefined in the worker, which cannot read any */
  constructor(storage: TextStorage | undefined) {
    this.#notes = new UnsavedNotes(storage)
  }

  /**
   * @param move what led to this state of the item
   * @param stored the row that the item replaces; null when the row was deleted, because the item has ended
   */
  keep(item: StoredItem, move: Pick<Move, 'epoch' | 'change'>, stored: StoredItem | null): void {
    this.#unsaved.set(item.id, { item, basis: stored && JSON.stringify(stored) })
    if (stored === null) this.#notes.drop([item.id])
    else this.#note(item, isCommand(move) ? move : null, stored)
  }

  #note(item: StoredItem, command: Pick<Move, 'change'> | null, stored: StoredItem): void {
    const { id, stamp = '', announced } = item
    const known = this.#noteOf(id, stored)
    if (command) this.#appliedStamps.set(id, stamp)
    if (command === null && (!announced || stored.announced || known?.announced)) return
    const last = command ? { stamp, change: command.change } : { stamp: known?.stamp ?? stamp, change: known?.change }
    this.#notes.set(id, { ...last, change: last.change ?? null, basis: noteBasis(stored), announced })
  }

  #noteOf(id: string, stored: StoredItem): UnsavedNote | undefined {
    const note = this.#notes.all().get(id)
    return note?.basis === noteBasis(stored) ? note : undefined
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#unsaved.delete(id)
    this.#notes.drop(ids)
  }

  /** The current state of an item. @param stored its row; undefined when there is none */
  currentOf(id: string, stored: StoredItem | undefined): StoredItem | undefined {
    const unsaved = this.#unsaved.get(id)
    const isCurrent = unsaved?.basis === (stored ? JSON.stringify(stored) : null)
    const current = unsaved && isCurrent ? unsaved.item : stored
    return current && stored ? this.#withNote(current, stored) : current
  }

  /** Applies what another page, or an earlier one, noted of the item. Its commands override the state of this page. */
  #withNote(current: StoredItem, stored: StoredItem): StoredItem {
    const note = this.#noteOf(stored.id, stored)
    if (!note) return current
    const change = this.#appliedStamps.get(stored.id) === note.stamp ? null : note.change
    const isNew = change?.state !== undefined && canMove(current.state, change.state)
    if (!isNew && (current.announced || !note.announced)) return current
    const announced = current.announced || note.announced
    const item = { ...current, ...(isNew && { ...change, epoch: 0, stamp: note.stamp }), announced }
    if (isNew) this.#appliedStamps.set(stored.id, note.stamp)
    this.#unsaved.set(stored.id, { item, basis: JSON.stringify(stored) })
    return item
  }

  /** The current states of stored items. */
  currentOfAll(stored: readonly StoredItem[]): StoredItem[] {
    if (this.#unsaved.size === 0 && !this.hasNotes()) return [...stored]
    return stored.map((item) => this.currentOf(item.id, item) ?? item)
  }

  /** Whether this is a page: the worker cannot read the notes. */
  get readsNotes(): boolean {
    return this.#notes.isReadable
  }

  /** Whether a page of this device noted what it could not write. */
  hasNotes(): boolean {
    return this.#notes.all().size > 0
  }

  /** Ids of the items that could be saved now: those that have not ended. */
  liveIds(): string[] {
    const live = this.#items().filter((item) => !isEnded(item.state))
    return [...new Set([...live.map(({ id }) => id), ...this.#notes.all().keys()])]
  }

  /** Items that have ended, whose rows are deleted. */
  receipts(): StoredItem[] {
    return this.#items().filter((item) => isEnded(item.state))
  }

  dropReceiptsOf(ownerId: OwnerId): void {
    this.drop(this.receipts().flatMap((item) => (item.ownerId === ownerId ? [item.id] : [])))
  }

  #items(): StoredItem[] {
    return Array.from(this.#unsaved.values(), ({ item }) => item)
  }
}
