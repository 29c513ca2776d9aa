import type { DatabaseDeps } from './database/databaseDeps.ts'
import type { ReadCache } from './database/readCache.ts'
import type { Demo } from './demo/accounts.ts'
import type { Changes } from './live/changes.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MediaServices } from './media/mediaServices.ts'
import type { Payment } from './payment/payment.ts'
import type { Pusher } from './push/pusher.ts'
import type { SecurityJournal } from './securite/journal.ts'
import type { ExportStore } from './storage/exportStore.ts'
import type { BreachedPasswords } from './utilisateur/breachedPasswords.ts'
import type { Secrets } from './secrets/secrets.ts'

/**
 * All dependencies of the app. Only the app, its jobs and its start use this type: a use case declares what it needs.
 */
export interface Parts extends DatabaseDeps {
  readonly secrets: Secrets
  readonly readCache: ReadCache
  /** Serialized answers, see ServeOptions. */
  readonly answerCache: ReadCache
  readonly mailer: Mailer
  readonly pusher: Pusher
  readonly payment: Payment
  readonly breachedPasswords: BreachedPasswords
  pause(ms: number): Promise<void>
  /** Committed changes, for the live stream. */
  readonly changes: Changes
  /** Origin of links in mail. */
  readonly publicUrl: string
  readonly version: string
  /** Set only while the demonstration runs. */
  readonly demo: Demo | null
  readonly medias: MediaServices
  /** Last exports of erased people. */
  readonly exports: ExportStore
  readonly journal: SecurityJournal
  /** Rejects when files cannot be read or written. */
  checkStorage(): Promise<void>
}
