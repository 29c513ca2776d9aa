import type { ItemChange } from '#upload-queue/engine/queueItem.ts'
import type { StoredItem } from './storedItem.ts'

/** A text outside the database, the same for all pages of this device (localStorage of a page). */
export interface TextStorage {
  /** The text that a page wrote last; null when there is none or it cannot be read. */
  read(): string | null
  /** @param text null removes it. A text that cannot be written is lost with the page. */
  write(text: string | null): void
}

/** State of an item that other pages need, and whose row could not be written. */
export interface UnsavedNote {
  /** The write id of the command. */
  readonly stamp: string
  /** The mark of the base row, see {@link rowMarkOf}: a note of another row does not count. */
  readonly basis: string
  /** Whether a request for the item may have reached the server. */
  readonly announced: boolean
  /** What the person's last command changed; null without one. */
  readonly change: ItemChange | null
}

/** Identifies a row without anything private: each move writes a new write id, each other change another size. */
export function rowMarkOf({ state, stamp, size }: StoredItem): string {
  return `${state} ${stamp ?? ''} ${size}`
}

/** Notes by item id, in a {@link TextStorage}. Without one (the worker), there are none. */
export class UnsavedNotes {
  readonly #storage: TextStorage | undefined
  #text: string | null = null
  #notes: ReadonlyMap<string, UnsavedNote> = new Map()

  constructor(storage: TextStorage | undefined) {
    this.#storage = storage
  }

  get isReadable(): boolean {
    return this.#storage !== undefined
  }

  /** The newest notes of all pages. */
  all(): ReadonlyMap<string, UnsavedNote> {
    const text = this.#storage?.read() ?? null
    if (text !== this.#text) {
      this.#text = text
      this.#notes = parsed(text)
    }
    return this.#notes
  }

  set(id: string, note: UnsavedNote): void {
    this.#write(new Map([...this.all(), [id, note]]))
  }

  drop(ids: readonly string[]): void {
    const left = new Map(this.all())
    if (ids.filter((id) => left.delete(id)).length > 0) this.#write(left)
  }

  #write(notes: ReadonlyMap<string, UnsavedNote>): void {
    this.#storage?.write(notes.size === 0 ? null : JSON.stringify([...notes]))
  }
}

function parsed(text: string | null): ReadonlyMap<string, UnsavedNote> {
  try {
    return new Map(JSON.parse(text ?? '[]') as [string, UnsavedNote][])
  } catch {
    return new Map()
  }
}
