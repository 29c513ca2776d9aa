import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { type Variable, type VariableName, variables } from './configTable.ts'
import { type MailSettings, mailSettingsOf } from './mail/mailSettings.ts'
import { type PaymentChoice, paymentChoiceOf } from './payment/paymentSettings.ts'

const laterVariables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
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
  /** Service for k-anonymous look-ups of breached passwords; null: none. */
  readonly breachedPasswordsUrl: string | null
  readonly logLevel: v.InferOutput<Schemas['LOG_LEVEL']>
  readonly trustedProxies: readonly string[]
  /** Path of an internal location of the proxy for DATA_DIR, with a slash at both ends; null: none. */
  readonly accelRedirect: string | null
  readonly mail: MailSettings
  readonly payment: PaymentChoice
  readonly hstsSubdomains: boolean
}

/** An error of the configuration, with a message for the operator. */
export class ConfigError extends Error {}

/**
 * Parses the environment (architecture, "Configuration").
 * @throws ConfigError with the name of the variable that is invalid or not supported
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const later = laterVariables.find((name) => isSet(environment[name]))
  if (later !== undefined) throw new ConfigError(laterSentence(later))
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => isSet(value)))
  const result = v.safeParse(environmentSchema, given)
  if (!result.success) throw new ConfigError(wrongSentence(result.issues[0].path?.[0]?.key))
  const { HOST, PORT, PUBLIC_URL, DATA_DIR, LOG_LEVEL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM } = result.output
  const { DATABASE_URL = null, BREACHED_PASSWORDS_URL = null, ACCEL_REDIRECT = null } = result.output
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
    accelRedirect: ACCEL_REDIRECT,
    mail,
    payment,
    hstsSubdomains: result.output.HSTS_SUBDOMAINS === 'true',
  }
}

function wrongSentence(name: unknown): string {
  const [fr = '', en = ''] = table[String(name)]?.expected ?? []
  // Do not print the value, which may be a secret.
  return `${String(name)} est incorrect : ${fr} attendu. / ${String(name)} is wrong: expected ${en}.`
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
