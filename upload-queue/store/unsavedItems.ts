import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Move, QueuePause } from '#upload-queue/engine/ports.ts'
import { canMove } from '#upload-queue/engine/moves.ts'
import { isEnded, type QueueState } from '#upload-queue/engine/states.ts'
import type { StoredItem } from './storedItem.ts'
import { rowMarkOf, type TextStorage, type UnsavedNote, UnsavedNotes } from './unsavedNotes.ts'

/** The state of an item that waits for room. */
interface PendingWrite {
  readonly item: StoredItem
  /** The row that the item replaces, as JSON; null when the row was deleted. */
  readonly baseRow: string | null
}

/** States that a person's command leads to and whose bytes stay. */
const commanded: ReadonlySet<QueueState | undefined> = new Set(['paused', 'queued', 'cancelling'])

/** Whether a move is a command of the person that must not be forgotten when it cannot be written. */
export function isCommand({ epoch, change }: Pick<Move, 'epoch' | 'change'>): boolean {
  return epoch === null && commanded.has(change.state)
}

/**
 * States that could not be written because the storage of the device is full. queue.spec.md (full storage) has the
 * protocol.
 */
export class UnsavedItems {
  /** The pause of the whole queue, when it could not be written. */
  pause: QueuePause | null = null
  readonly #pendingWrites = new Map<string, PendingWrite>()
  readonly #notes: UnsavedNotes
  /** By item id: the write id of the last command that this page has given or applied. */
  readonly #appliedCommands = new Map<string, string>()

  /** @param storage of the notes; undefined in the worker, which cannot read any */
  constructor(storage: TextStorage | undefined) {
    this.#notes = new UnsavedNotes(storage)
  }

  /**
   * Adds a write that the storage has refused.
   * @param move what led to this state of the item
   * @param stored the row that the item replaces; null when the row was deleted, because the item has ended
   */
  add(item: StoredItem, move: Pick<Move, 'epoch' | 'change'>, stored: StoredItem | null): void {
    this.#pendingWrites.set(item.id, { item, baseRow: stored && JSON.stringify(stored) })
    if (stored === null) this.#notes.drop([item.id])
    else this.#writeNote(item, isCommand(move) ? move : null, stored)
  }

  #writeNote(item: StoredItem, command: Pick<Move, 'change'> | null, stored: StoredItem): void {
    const { id, stamp = '', announced } = item
    const known = this.#noteOf(id, stored)
    if (command) this.#appliedCommands.set(id, stamp)
    if (command === null && (!announced || stored.announced || known?.announced)) return
    const lastCommand = command
      ? { stamp, change: command.change }
      : { stamp: known?.stamp ?? stamp, change: known?.change }
    this.#notes.set(id, { ...lastCommand, change: lastCommand.change ?? null, basis: rowMarkOf(stored), announced })
  }

  #noteOf(id: string, stored: StoredItem): UnsavedNote | undefined {
    const note = this.#notes.all().get(id)
    return note?.basis === rowMarkOf(stored) ? note : undefined
  }

  /** Ends the pending writes and notes of items: they are written or deleted. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.#pendingWrites.delete(id)
    this.#notes.drop(ids)
  }

  /** The current state of an item. @param stored its row; undefined when there is none */
  currentOf(id: string, stored: StoredItem | undefined): StoredItem | undefined {
    const pending = this.#pendingWrites.get(id)
    const isCurrent = pending?.baseRow === (stored ? JSON.stringify(stored) : null)
    const current = pending && isCurrent ? pending.item : stored
    return current && stored ? this.#withNote(current, stored) : current
  }

  /** Applies what another page, or an earlier one, noted of the item. Its commands override the state of this page. */
  #withNote(current: StoredItem, stored: StoredItem): StoredItem {
    const note = this.#noteOf(stored.id, stored)
    if (!note) return current
    const change = this.#appliedCommands.get(stored.id) === note.stamp ? null : note.change
    const isNew = change?.state !== undefined && canMove(current.state, change.state)
    if (!isNew && (current.announced || !note.announced)) return current
    const announced = current.announced || note.announced
    const item = { ...current, ...(isNew && { ...change, epoch: 0, stamp: note.stamp }), announced }
    if (isNew) this.#appliedCommands.set(stored.id, note.stamp)
    this.#pendingWrites.set(stored.id, { item, baseRow: JSON.stringify(stored) })
    return item
  }

  /** The current states of stored items. */
  currentOfAll(stored: readonly StoredItem[]): StoredItem[] {
    if (this.#pendingWrites.size === 0 && !this.hasNotes()) return [...stored]
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
  endedItems(): StoredItem[] {
    return this.#items().filter((item) => isEnded(item.state))
  }

  dropEndedOf(ownerId: OwnerId): void {
    this.drop(this.endedItems().flatMap((item) => (item.ownerId === ownerId ? [item.id] : [])))
  }

  #items(): StoredItem[] {
    return Array.from(this.#pendingWrites.values(), ({ item }) => item)
  }
}
