import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from './clock.ts'
import { storePlanLimits } from './abonnement/limites.ts'
import type { LimitsOfPlans } from './abonnement/planSettings.ts'
import { openDataFolder } from './dataFolder.ts'
import type { Role } from './configTable.ts'
import { openDatabase } from './database/openDatabase.ts'
import { ReadCache } from './database/readCache.ts'
import { moveLocalExports } from './donnees/lastExport.usecases.ts'
import { Changes } from './live/changes.ts'
import type { Mailer } from './mail/mailer.ts'
import { type MailSettings, outboxOnly } from './mail/mailSettings.ts'
import { outboxFolder } from './mail/outboxFolder.ts'
import { smtpMailer } from './mail/smtpMailer.ts'
import { type ImageService, startImageService } from './images/imageService.ts'
import { createMediaServices } from './media/mediaServices.ts'
import type { Demo } from './demo/accounts.ts'
import type { Parts } from './parts.ts'
import { closedPayment } from './payment/closedPayment.ts'
import { type DemonstrationDeps, demonstrationPayment } from './payment/demonstrationPayment.ts'
import type { Payment } from './payment/payment.ts'
import type { PaymentChoice } from './payment/paymentSettings.ts'
import { webPusher } from './push/pusher.ts'
import { isPushService } from './push/pushServices.ts'
import { openSecurityJournal } from './securite/journal.ts'
import { noSecretsKeys, type SecretsKeys } from './secrets/secrets.ts'
import { loadSecrets } from './secrets/storedSecrets.ts'
import { noBreachedPasswords, rangeLookUp } from './utilisateur/breachedPasswords.ts'
import { assertOwnStorage, claimStorage } from './storageIdentity.ts'
import { openExportFolder } from './storage/disk/exportFolder.ts'
import { openStorage } from './storage/openStorage.ts'
import type { S3Settings } from './storage/s3/s3Settings.ts'
import { isDiskFull } from './upload/fullDisk.ts'

export interface OpenPartsOptions {
  readonly dataDir: string
  /** URL of a PostgreSQL database; SQLite in `dataDir` when null or absent. */
  readonly databaseUrl?: string | null
  /** URL of the same database without a pooler; `databaseUrl` when null or absent. */
  readonly databaseListenUrl?: string | null
  /** Bucket for media files and last exports; the disk of `dataDir` when null or absent. */
  readonly s3?: S3Settings | null
  /** Parses and decodes pictures. When absent, a new one is started. */
  readonly images?: ImageService
  /** Records the duration of each statement in the metrics; false when absent. */
  readonly isMeasured?: boolean
  /** What seals the secrets in the database; nothing when absent. */
  readonly secretsKeys?: SecretsKeys
  /** `all` when absent. Other roles leave the tables as they are. */
  readonly role?: Role
  readonly publicUrl: string
  readonly clock?: Clock
  readonly demo?: Demo | null
  /** How mail is sent; the outbox folder when absent, and always in the demonstration, whose people do not exist. */
  readonly mail?: MailSettings
  /** Payment provider; none when absent, and always the demonstration provider in the demonstration. */
  readonly payment?: PaymentChoice
  /** Limits of the plans; the usual ones when null or absent. */
  readonly planLimits?: LimitsOfPlans | null
  /** Service for look-ups of breached passwords; none when null or absent, and never in the demonstration. */
  readonly breachedPasswordsUrl?: string | null
  /** Receives background failures that belong to no request. */
  readonly report: (error: unknown) => void
}

/** Lists of events, of some ten kilobytes each. */
const maxCachedAnswers = 500

/**
 * Opens all parts of a data folder; creates the folder when missing.
 * @throws ConfigError when the storage is not the one of the database, and for what else an operator has to change
 */
export async function openParts(options: OpenPartsOptions) {
  const { dataDir, publicUrl, role = 'all', s3 = null, clock = systemClock, demo = null, report } = options
  await openDataFolder(dataDir)
  const changes = new Changes()
  const database = await openDatabase({ ...options, migrates: role === 'all' }, changes)
  const secrets = await loadSecrets(database, { dataDir, keys: options.secretsKeys ?? noSecretsKeys })
  const storage = await openStorage({ dataDir, s3 })
  try {
    await claimStorage({ database, storage })
    await storage.check().catch((error: unknown) => {
      // A server whose disk is full still serves what it has, and keeps what arrived.
      if (!isDiskFull(error)) throw error
    })
  } catch (error) {
    await storage.close()
    await database.destroy()
    throw error
  }
  const exports = await storage.openExports()
  if (s3 !== null && existsSync(join(dataDir, 'exports'))) {
    await moveLocalExports({ database, clock, exports }, await openExportFolder(dataDir)).catch(report)
  }
  await storePlanLimits(database, options.planLimits ?? null).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    report(error)
  })
  const deps = { database, clock, secrets, publicUrl }
  return {
    database,
    readCache: new ReadCache(database),
    answerCache: new ReadCache(database, maxCachedAnswers),
    changes,
    clock,
    secrets,
    publicUrl,
    demo,
    version: await readVersion(),
    mailer: mailerOf(options),
    pusher: webPusher(secrets, { publicUrl, serves: isPushService }),
    payment: await paymentOf(demo ? 'demonstration' : options.payment, deps),
    breachedPasswords: breachedPasswordsOf(options),
    pause: (ms) => setTimeout(ms),
    medias: createMediaServices({ database, clock, changes }, storage, {
      images: options.images ?? startImageService(),
      report,
      role,
      nodeId: nodeIdOf(options),
    }),
    exports,
    journal: await openSecurityJournal(dataDir, clock, report),
    checkStorage: async () => {
      await storage.check()
      await assertOwnStorage({ database, storage })
    },
  } satisfies Parts
}

/**
 * Several processes can share a PostgreSQL database or a bucket, and need an id. A bucket may also get late bytes of a
 * process that has ended.
 */
function nodeIdOf({ databaseUrl = null, s3 = null }: OpenPartsOptions): string {
  return databaseUrl === null && s3 === null ? '' : randomBytes(6).toString('hex')
}

function mailerOf({ dataDir, publicUrl, demo, mail }: OpenPartsOptions): Mailer {
  const { smtp, from } = mail ?? outboxOnly
  const origin = { from, publicUrl }
  return smtp === null || demo ? outboxFolder(dataDir, origin) : smtpMailer(smtp, origin)
}

function breachedPasswordsOf({ breachedPasswordsUrl: url = null, demo, report }: OpenPartsOptions) {
  return url === null || demo ? noBreachedPasswords : rangeLookUp({ url, report })
}

async function paymentOf(choice: PaymentChoice = 'none', deps: DemonstrationDeps): Promise<Payment> {
  if (choice === 'none') return closedPayment()
  if (choice === 'demonstration') return demonstrationPayment(deps)
  // Load Stripe's library only when it is used.
  const { stripePayment } = await import('./payment/stripePayment.ts')
  return stripePayment(choice, deps.publicUrl)
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
