import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { QueueItem, StagedFile } from '#upload-queue/engine/queueItem.ts'
import { rowBytes } from '#upload-queue/engine/queueItem.ts'
import type { HashStream } from '#upload-queue/hash/hashStream.ts'
import { stageFile } from '#upload-queue/staging/stageFile.ts'
import { readWholeFile } from '#upload-queue/hash/wholeFile.ts'
import { EntryStore } from '#upload-queue/store/entryStore.ts'
import { GrantStore } from '#upload-queue/store/grantStore.ts'
import { LeaseStore } from '#upload-queue/store/leaseStore.ts'
import { PersonStore } from '#upload-queue/store/personStore.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { QueueStore } from '#upload-queue/store/queueStore.ts'
import type { TextStorage } from '#upload-queue/store/unsavedNotes.ts'
import { StagingStore } from '#upload-queue/store/stagingStore.ts'

/** The queue's own database, one per test, with a clock that the test sets. */
export class Phone {
  readonly name: string
  readonly connection: QueueConnection
  readonly clock = { time: Date.UTC(2026, 5, 13, 21), now: () => this.clock.time }
  readonly changed: string[] = []
  readonly store: QueueStore
  readonly staging: StagingStore
  readonly person: PersonStore
  readonly grants: GrantStore
  readonly entries: EntryStore
  readonly lease: LeaseStore

  /** @param notes what the pages of this phone share beside the database; absent in its worker */
  constructor(connection?: QueueConnection, name = `phone-${uuid()}`, notes?: TextStorage) {
    this.name = name
    this.connection = connection ?? new QueueConnection(name, notes)
    const deps = {
      connection: this.connection,
      clock: this.clock,
      onChange: (ids: readonly string[]) => void this.changed.push(...ids),
    }
    this.store = new QueueStore(deps)
    this.staging = new StagingStore(deps)
    this.person = new PersonStore(deps)
    this.grants = new GrantStore(this.connection)
    this.entries = new EntryStore(deps)
    this.lease = new LeaseStore(this.connection)
  }

  file(details: Partial<StagedFile> = {}): StagedFile {
    return {
      id: uuid(),
      ownerId: 1,
      evenementId: 7,
      name: 'IMG_0042.JPG',
      type: 'image/jpeg',
      takenAt: null,
      size: 1000,
      addedAt: this.clock.now(),
      ...details,
    }
  }

  /** Stages bytes as the page does. */
  async accept(bytes: Uint8Array<ArrayBuffer>, details: Partial<StagedFile> = {}): Promise<QueueItem> {
    const file = this.file({ ...details, size: bytes.length })
    await this.stage(file, bytes)
    return this.item(file.id)
  }

  async stage(file: StagedFile, bytes: Uint8Array<ArrayBuffer>, sourceSha256: string | null = null) {
    await this.staging.begin([file], 'page')
    return this.copy(file, new Blob([bytes]), sourceSha256)
  }

  /** Copies the bytes of a file whose row is written. */
  copy({ id, type }: StagedFile, bytes: Blob, sourceSha256: string | null = null) {
    const deps = { store: this.staging, startHash: async () => nodeHash() }
    return stageFile(deps, { id, bytes, type, takenAt: new Date(0).toISOString(), sourceSha256 })
  }

  async item(id: string): Promise<QueueItem> {
    const item = await this.store.item(id)
    if (!item) throw new Error(`no item ${id}`)
    return item
  }

  rowCount(): Promise<number> {
    return this.connection.run((database) => database.count('rows'))
  }
}

/** Bytes that differ from row to row. */
export function someBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).map((_, at) => (at * 31 + Math.floor(at / rowBytes) * 17 + seed * 101) % 251)
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function nodeHash(): HashStream {
  const hash = createHash('sha256')
  return {
    async update(bytes) {
      hash.update(new Uint8Array(bytes))
      return bytes
    },
    digest: async () => hash.digest('hex'),
    drop: () => {},
    readFile: readWholeFile,
  }
}
