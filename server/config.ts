import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import type { LimitsOfPlans } from './abonnement/planSettings.ts'
import { type Role, type Variable, type VariableName, defaultOf, variables } from './configTable.ts'
import { type MailSettings, outboxOnly } from './mail/mailSettings.ts'
import { type PaymentChoice, paymentChoiceOf } from './payment/paymentSettings.ts'
import type { SecretsKeys } from './secrets/secrets.ts'
import { type S3Settings, s3SettingsOf } from './storage/s3/s3Settings.ts'

const table: Readonly<Record<string, Variable>> = variables

type Schemas = { readonly [Name in VariableName]: (typeof variables)[Name]['schema'] }
const environmentSchema = v.object(
  Object.fromEntries(Object.entries(variables).map(([name, { schema }]) => [name, schema])) as unknown as Schemas,
)

export interface Config {
  readonly host: string
  readonly port: number
  /** Origin of mailed links; from the configuration, never from a request. */
  readonly publicUrl: string
  readonly dataDir: string
  /** URL of a PostgreSQL database; null: SQLite in dataDir. */
  readonly databaseUrl: string | null
  /** URL of the same database for LISTEN; null: databaseUrl. */
  readonly databaseListenUrl: string | null
  /** Bucket for media files and last exports; null: the disk of dataDir. */
  readonly s3: S3Settings | null
  /** Service for k-anonymous look-ups of breached passwords; null: none. */
  readonly breachedPasswordsUrl: string | null
  readonly logLevel: v.InferOutput<Schemas['LOG_LEVEL']>
  readonly trustedProxies: readonly string[]
  /** Path of an internal location of the proxy for DATA_DIR, with a slash at both ends; null: none. */
  readonly accelRedirect: string | null
  readonly mail: MailSettings
  readonly payment: PaymentChoice
  /** Limits of the plans; null: the usual ones. */
  readonly planLimits: LimitsOfPlans | null
  readonly hstsSubdomains: boolean
  readonly secretsKeys: SecretsKeys
  readonly role: Role
  /** Port of the metrics; null: none. */
  readonly metricsPort: number | null
  /** Time between the failing readiness check and the end of service, in ms. */
  readonly stopDelayMs: number
}

/** An error of the configuration, with a message for the operator. */
export class ConfigError extends Error {}

/**
 * Parses the environment.
 * @throws ConfigError with the name of the variable that is invalid or not supported
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // A file of variables may have a space, or the line end of Windows, behind a value.
  const trimmed = Object.entries(environment).map(([name, value = '']) => [name, value.trim()] as const)
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const result = v.safeParse(environmentSchema, given)
  if (!result.success) throw new ConfigError(wrongSentence(result.issues[0].path?.[0]?.key))
  assertComplete(given)
  const { HOST, PORT, PUBLIC_URL, DATA_DIR, LOG_LEVEL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM } = result.output
  const {
    DATABASE_URL = null,
    DATABASE_LISTEN_URL = null,
    BREACHED_PASSWORDS_URL = null,
    ACCEL_REDIRECT = null,
    SECRETS_KEY = null,
    SECRETS_KEY_PREVIOUS = null,
  } = result.output
  const { ROLE: role } = result.output
  if (role !== 'all' && DATABASE_URL === null) throw new ConfigError(roleSentence(role))
  const s3 = s3SettingsOf(result.output)
  if (ACCEL_REDIRECT !== null && s3 !== null) throw new ConfigError(accelSentence)
  const payment = paymentChoiceOf(result.output)
  if (payment === null) throw new ConfigError(wrongSentence('PAYMENT'))
  const { METRICS_PORT: metricsPort = null } = result.output
  // 0 is a free port, another one for each.
  if (metricsPort === PORT && PORT !== 0) throw new ConfigError(samePortSentence)
  return {
    host: HOST,
    port: PORT,
    publicUrl: PUBLIC_URL ?? `http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}:${PORT}`,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    databaseListenUrl: DATABASE_LISTEN_URL,
    s3,
    breachedPasswordsUrl: BREACHED_PASSWORDS_URL,
    logLevel: LOG_LEVEL,
    trustedProxies: TRUSTED_PROXIES,
    accelRedirect: ACCEL_REDIRECT,
    mail: { smtp: SMTP_URL ?? null, from: MAIL_FROM ?? outboxOnly.from },
    payment,
    planLimits: result.output.PLAN_LIMITS ?? null,
    hstsSubdomains: result.output.HSTS_SUBDOMAINS === 'true',
    secretsKeys: { current: SECRETS_KEY, previous: SECRETS_KEY_PREVIOUS },
    role,
    metricsPort,
    stopDelayMs: result.output.STOP_DELAY * 1000,
  }
}

/** A forgotten variable must not leave another one without effect: the operator would not notice. */
function assertComplete(given: Readonly<Record<string, string | undefined>>): void {
  for (const [name, { needs, schema }] of Object.entries(table)) {
    const value = given[name]
    if (needs === undefined || value === undefined || value === defaultOf(schema)) continue
    if (given[needs] !== undefined) continue
    throw new ConfigError(`${needs} manque : ${name} en a besoin. / ${needs} is missing: ${name} needs it.`)
  }
}

const accelSentence =
  'ACCEL_REDIRECT demande des fichiers dans DATA_DIR : nginx ne lit pas un compartiment (S3_BUCKET). / ' +
  'ACCEL_REDIRECT needs files in DATA_DIR: nginx does not read a bucket (S3_BUCKET).'

const samePortSentence =
  'METRICS_PORT est incorrect : un autre port que PORT attendu. / METRICS_PORT is wrong: expected another port than PORT.'

function roleSentence(role: Role): string {
  return (
    `ROLE=${role} demande PostgreSQL (DATABASE_URL) : avec SQLite, un seul processus fait tout (ROLE=all). / ` +
    `ROLE=${role} needs PostgreSQL (DATABASE_URL): with SQLite one process does everything (ROLE=all).`
  )
}

function wrongSentence(name: unknown): string {
  const [fr = '', en = ''] = table[String(name)]?.expected ?? []
  // Do not print the value, which may be a secret.
  return `${String(name)} est incorrect : ${fr} attendu. / ${String(name)} is wrong: expected ${en}.`
}
