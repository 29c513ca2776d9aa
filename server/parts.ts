import type { DatabaseDeps } from './database/databaseDeps.ts'
import type { Demo } from './demo/accounts.ts'
import type { ExportFolder } from './donnees/exportFolder.ts'
import type { Changes } from './live/changes.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MediaWorks } from './media/mediaWorks.ts'
import type { Payment } from './payment/payment.ts'
import type { Pusher } from './push/pusher.ts'
import type { SecurityJournal } from './securite/journal.ts'
import type { BreachedPasswords } from './utilisateur/breachedPasswords.ts'
import type { Secrets } from './secrets.ts'

/** Everything the app is built from. Only the app, its jobs and its start know it: a use case declares what it needs. */
export interface Parts extends DatabaseDeps {
  readonly secrets: Secrets
  readonly mailer: Mailer
  readonly pusher: Pusher
  readonly payment: Payment
  readonly breachedPasswords: BreachedPasswords
  /** Waits so many milliseconds before it goes on. */
  pause(ms: number): Promise<void>
  /** Committed changes, for the live stream. */
  readonly changes: Changes
  /** Origin of links in mail and of tokens' issuer. */
  readonly publicUrl: string
  readonly version: string
  /** Set while the demonstration runs, and only then. */
  readonly demo: Demo | null
  readonly medias: MediaWorks
  /** Last exports of erased people. */
  readonly exports: ExportFolder
  /** Who used or was refused what, and from where. */
  readonly journal: SecurityJournal
  /** Throws when files can neither be read nor written. */
  checkStorage(): Promise<void>
}
