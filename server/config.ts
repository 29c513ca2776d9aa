import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { databaseUrlSchema } from './database/databaseUrl.ts'
import { mailFromSchema, type MailSettings, mailSettingsOf, smtpUrlSchema } from './mail/mailSettings.ts'
import {
  type PaymentChoice,
  paymentChoiceOf,
  paymentEntries,
  paymentExpected,
  stripeEntries,
} from './payment/paymentSettings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const laterVariables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

const environmentSchema = v.object({
  HOST: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty()), '127.0.0.1'),
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/),
      v.transform(Number),
      v.check((port) => port <= 65_535),
    ),
    '4170',
  ),
  PUBLIC_URL: v.optional(v.pipe(v.string(), v.check(isOrigin), v.transform(originOf))),
  DATA_DIR: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty()), './data'),
  LOG_LEVEL: v.optional(v.picklist(logLevels), 'info'),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform(listOf),
      v.check((list) => list.every(isProxy)),
    ),
    '',
  ),
  DATABASE_URL: v.optional(databaseUrlSchema),
  BREACHED_PASSWORDS_URL: v.optional(v.pipe(v.string(), v.check(isLookUp), v.transform(withoutSlash))),
  SMTP_URL: v.optional(smtpUrlSchema),
  MAIL_FROM: v.optional(mailFromSchema),
  HSTS_SUBDOMAINS: v.optional(v.pipe(v.string(), v.trim(), v.picklist(['true', 'false']))),
  ...paymentEntries,
  ...stripeEntries,
})

const expected: Record<keyof typeof environmentSchema.entries, string> = {
  HOST: 'un nom ou une adresse / a name or an address',
  PORT: 'un nombre de 0 à 65535 / a number from 0 to 65535',
  PUBLIC_URL: 'une adresse http(s) sans chemin, par exemple https://eclats.example / an http(s) origin without a path',
  DATA_DIR: 'un dossier / a folder',
  LOG_LEVEL: logLevels.join(', '),
  TRUSTED_PROXIES: 'des adresses IP ou des plages CIDR séparées par des virgules / IP addresses or CIDR ranges',
  DATABASE_URL:
    'postgres://utilisateur:motdepasse@hôte:port/base, encodé comme une adresse / ' +
    'postgres://user:password@host:port/database, percent-encoded',
  BREACHED_PASSWORDS_URL:
    'une adresse https, par exemple https://api.pwnedpasswords.com/range / an https address (http for a service of your own)',
  SMTP_URL:
    'smtp://hôte:port ou smtps://utilisateur:motdepasse@hôte, encodé comme une adresse / ' +
    'smtp://host:port or smtps://user:password@host, percent-encoded',
  MAIL_FROM:
    "l'expéditeur des messages, par exemple Éclats <ne-pas-repondre@eclats.example> (obligatoire avec SMTP_URL) / " +
    'the sender of messages (required with SMTP_URL)',
  HSTS_SUBDOMAINS: 'true ou false / true or false',
  ...paymentExpected,
}

export interface Config {
  readonly host: string
  readonly port: number
  /** Origin that mailed links carry; from configuration alone, never from a request. */
  readonly publicUrl: string
  readonly dataDir: string
  /** A PostgreSQL database; null: SQLite in dataDir. */
  readonly databaseUrl: string | null
  /** Where breached passwords are looked up by k-anonymity; null: nowhere. */
  readonly breachedPasswordsUrl: string | null
  readonly logLevel: (typeof logLevels)[number]
  readonly trustedProxies: readonly string[]
  readonly mail: MailSettings
  readonly payment: PaymentChoice
  /** Whether HSTS binds every subdomain of PUBLIC_URL too. */
  readonly hstsSubdomains: boolean
}

/** Why the server does not start, in words for the person who set the environment. */
export class ConfigError extends Error {}

/**
 * The environment, parsed once (architecture, "Configuration").
 * @throws ConfigError naming the variable that is wrong or not served by this build
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const later = laterVariables.find((name) => isSet(environment[name]))
  if (later !== undefined) throw new ConfigError(laterSentence(later))
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => isSet(value)))
  const result = v.safeParse(environmentSchema, given)
  if (!result.success) throw new ConfigError(wrongSentence(result.issues[0].path?.[0]?.key))
  const { HOST, PORT, PUBLIC_URL, DATA_DIR, LOG_LEVEL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM } = result.output
  const { DATABASE_URL = null, BREACHED_PASSWORDS_URL = null } = result.output
  const payment = paymentChoiceOf(result.output)
  if (typeof payment === 'object' && 'wrong' in payment) throw new ConfigError(wrongSentence(payment.wrong))
  const mail = mailSettingsOf(SMTP_URL, MAIL_FROM)
  if (mail === null) throw new ConfigError(wrongSentence('MAIL_FROM'))
  return {
    host: HOST,
    port: PORT,
    publicUrl: PUBLIC_URL ?? `http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}:${PORT}`,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    breachedPasswordsUrl: BREACHED_PASSWORDS_URL,
    logLevel: LOG_LEVEL,
    trustedProxies: TRUSTED_PROXIES,
    mail,
    payment,
    hstsSubdomains: result.output.HSTS_SUBDOMAINS === 'true',
  }
}

function wrongSentence(name: unknown): string {
  const wish = expected[name as keyof typeof expected]
  return `${String(name)} est incorrect : ${wish} attendu. / ${String(name)} is wrong.`
}

function laterSentence(name: string): string {
  return (
    `${name} n'est pas pris en charge : cette version enregistre les fichiers sur le disque de DATA_DIR. / ` +
    `${name} is not supported: this build stores files on disk only.`
  )
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}

function isLookUp(text: string): boolean {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
}

function withoutSlash(text: string): string {
  return text.trim().replace(/\/+$/, '')
}

function originOf(text: string): string {
  return new URL(text).origin
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isProxy(entry: string): boolean {
  if (proxyNames.has(entry)) return true
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
