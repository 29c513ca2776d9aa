import type { DBSchema, IDBPDatabase } from 'idb'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Clock, QueuePause } from '#upload-queue/engine/ports.ts'
import { DatabaseConnection, type Migrations } from './databaseConnection.ts'
import type { JournalEntry } from './journal.ts'
import type { StoredItem } from './storedItem.ts'
import { UnsavedItems } from './unsavedItems.ts'
import type { TextStorage } from './unsavedNotes.ts'

export interface StoredGrant {
  readonly ownerId: OwnerId
  readonly evenementId: number
  readonly grant: string
  readonly grantId: string
  /** Milliseconds since 1970. Used to decide when to renew, never whether to send. */
  readonly obtainedAt: number
  readonly expiresAt: number
}

/** The current drainer and its last heartbeat. */
export interface Lease {
  readonly holder: string
  readonly epoch: number
  readonly beatAt: number
}

/**
 * The entry of a guest by an event link. It stays until the session's cookie has renewed the session: a browser killed
 * right after the server's answer may have lost the cookie.
 */
export interface GuestEntry {
  /** Random UUID, a secret of this device: a repeated request with it gives the same guest. */
  readonly key: string
  /** Code of the link. */
  readonly code: string
  readonly evenement: { readonly id: number; readonly titre: string; readonly fuseau: string }
  readonly prenom: string
  readonly nom: string
  /** Version of the consent that the guest has accepted. */
  readonly versionRGPD: string
  /** Milliseconds since 1970. */
  readonly acceptedAt: number
  /** The guest whom the server has answered with; null before. */
  readonly utilisateurId: number | null
}

/** A small picture of an item, as JPEG bytes. */
export interface StoredPreview {
  readonly type: string
  readonly bytes: ArrayBuffer
}

export interface QueueSchema extends DBSchema {
  items: { key: string; value: StoredItem; indexes: { live: string; owner: OwnerId } }
  /** 1 MiB each, as ArrayBuffer: Safari sends a File read from IndexedDB as an empty body. */
  rows: { key: [string, number]; value: ArrayBuffer }
  previews: { key: string; value: StoredPreview }
  grants: { key: [OwnerId, number]; value: StoredGrant }
  lease: { key: 'drain'; value: Lease }
  /** Under `commands`: exists while each command of the person is stored. A full storage can still delete it. */
  hold: { key: 'queue' | 'commands'; value: QueuePause | typeof commandsStored }
  journal: { key: number; value: JournalEntry }
  entries: { key: string; value: GuestEntry }
}

/** The value of `hold` under `commands`. */
export const commandsStored = { areStored: true } as const

export type QueueDatabase = IDBPDatabase<QueueSchema>

const migrations: Migrations<QueueSchema> = [
  (database) => {
    const items = database.createObjectStore('items', { keyPath: 'id' })
    items.createIndex('live', 'liveKey', { unique: true })
    items.createIndex('owner', 'ownerId')
    database.createObjectStore('rows')
    database.createObjectStore('previews')
    database.createObjectStore('grants')
    database.createObjectStore('lease')
    database.createObjectStore('hold')
    database.createObjectStore('journal', { autoIncrement: true })
  },
  // Version 2 stores compressed versions after the rows of the original; version 1 would send the wrong rows.
  () => {},
  (database) => {
    database.createObjectStore('entries', { keyPath: 'key' })
  },
]

/** Connection to the database of the upload queue. */
export class QueueConnection extends DatabaseConnection<QueueSchema> {
  /** What this page or worker could not write. */
  readonly unsaved: UnsavedItems

  /** @param notes where the pages of this device note what they could not write; undefined in the worker */
  constructor(name = 'eclats-envois', notes?: TextStorage) {
    super(name, migrations)
    this.unsaved = new UnsavedItems(notes)
  }
}

/** What each store of the queue needs. */
export interface StoreDeps {
  readonly connection: QueueConnection
  readonly clock: Clock
  /** Called with the ids of the changed items after each transaction. */
  readonly onChange: (ids: readonly string[]) => void
}
