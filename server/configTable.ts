import { isIP } from 'node:net'
import * as v from 'valibot'
import { planVariables } from './abonnement/planSettings.ts'
import { mailFromSchema, smtpUrlSchema } from './mail/mailSettings.ts'
import { paymentVariables } from './payment/paymentSettings.ts'
import { secretsVariables } from './secrets/secretsSettings.ts'
import { s3Variables } from './storage/s3/s3Settings.ts'

/** DATABASE_URL: postgres://[user[:password]@]host[:port]/database, or a socket folder in `?host=`. */
const databaseUrlSchema = v.pipe(v.string(), v.trim(), v.check(isPostgresUrl))

/** An environment variable, for the configuration, its error messages and the README. */
export interface Variable {
  /** Parses the text of the variable and has its default. */
  readonly schema: v.GenericSchema<string | undefined, unknown>
  /** Description of a valid value in French and English; completes "… attendu" and "expected …". */
  readonly expected: readonly [fr: string, en: string]
  readonly purpose: string
  /** Description of a default that the schema does not have. */
  readonly otherwise?: string
  /** Name of a variable without which this one has no effect. */
  readonly needs?: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal'])
const text = v.pipe(v.string(), v.trim(), v.nonEmpty())

const portSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.check((port) => port <= 65_535),
)

/** What a process does: `web` answers requests, `worker` runs the background work, `all` both. */
export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

export const variables = {
  HOST: {
    schema: v.optional(text, '127.0.0.1'),
    expected: ['un nom ou une adresse', 'a name or an address'],
    purpose: 'the address it listens on',
  },
  PORT: {
    schema: v.optional(portSchema, '4170'),
    expected: ['un nombre de 0 à 65535', 'an integer from 0 to 65535'],
    purpose: 'the port it listens on; 0 for any free one',
  },
  PUBLIC_URL: {
    schema: v.optional(v.pipe(v.string(), v.check(isOrigin), v.transform(originOf))),
    expected: [
      'une adresse http(s) sans chemin, par exemple https://eclats.example',
      'an http(s) origin without a path, such as https://eclats.example',
    ],
    purpose: 'origin of mailed links and of passkeys; https turns HSTS on',
    otherwise: 'from HOST and PORT',
  },
  DATA_DIR: {
    schema: v.optional(text, './data'),
    expected: ['un dossier', 'a folder'],
    purpose:
      'SQLite, files and last exports unless they are in a bucket, the security log of the node, and mail without SMTP_URL',
  },
  DATABASE_URL: {
    schema: v.optional(databaseUrlSchema),
    expected: [
      'postgres://utilisateur:motdepasse@hôte:port/base, encodé comme une adresse',
      'postgres://user:password@host:port/database, percent-encoded',
    ],
    purpose:
      'a PostgreSQL database in place of SQLite, `postgres://user:password@host:5432/eclats` (percent-encoded; any option ' +
      "of libpq's address behind `?`); several nodes may share it, and then DATA_DIR too. The demonstration ignores it, and S3_* too",
  },
  DATABASE_LISTEN_URL: {
    schema: v.optional(databaseUrlSchema),
    expected: [
      'postgres://utilisateur:motdepasse@hôte:port/base, encodé comme une adresse',
      'postgres://user:password@host:port/database, percent-encoded',
    ],
    purpose:
      'address of the database itself, for LISTEN, migrations and backups, when DATABASE_URL is the address of a ' +
      'PgBouncer in transaction mode',
    otherwise: 'DATABASE_URL',
    needs: 'DATABASE_URL',
  },
  ...s3Variables,
  TRUSTED_PROXIES: {
    schema: v.optional(
      v.pipe(
        v.string(),
        v.transform(listOf),
        v.check((list) => list.every(isProxy)),
      ),
      '',
    ),
    expected: [
      'des adresses IP ou des plages CIDR séparées par des virgules',
      'IP addresses or CIDR ranges, separated by commas',
    ],
    purpose: 'addresses or ranges whose X-Forwarded-For counts, or `loopback`, `linklocal`, `uniquelocal`',
  },
  ACCEL_REDIRECT: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\/[\w/-]*\/$/))),
    expected: [
      "le chemin d'un emplacement interne de nginx, par exemple /fichiers/",
      'the path of an internal location of nginx, such as /fichiers/',
    ],
    purpose:
      'path of an internal location of nginx for DATA_DIR, for example `/fichiers/`: nginx then sends the thumbnails that ' +
      'the server has allowed (X-Accel-Redirect)',
  },
  SMTP_URL: {
    schema: v.optional(smtpUrlSchema),
    expected: [
      'smtp://hôte:port ou smtps://utilisateur:motdepasse@hôte, encodé comme une adresse',
      'smtp://host:port or smtps://user:password@host, percent-encoded',
    ],
    purpose:
      'mail server, for example `smtps://user:password@mail.example` (percent-encoded; port 465, or 587 for `smtp:`); ' +
      'without it no mail is sent: the node that would send it writes it to `DATA_DIR/outbox`',
    needs: 'MAIL_FROM',
  },
  MAIL_FROM: {
    schema: v.optional(mailFromSchema),
    expected: [
      "l'expéditeur des messages, par exemple Éclats <ne-pas-repondre@eclats.example>",
      'the sender of messages, such as Éclats <no-reply@eclats.example>',
    ],
    purpose: 'sender of mail; required with SMTP_URL',
  },
  ...paymentVariables,
  ...planVariables,
  ROLE: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.picklist(roles)), 'all'),
    expected: [roles.join(', '), `one of ${roles.join(', ')}`],
    purpose:
      'with PostgreSQL: `web` answers requests, `worker` makes thumbnails and runs the jobs, and answers the health checks ' +
      'alone; `all` does both',
  },
  ...secretsVariables,
  STOP_DELAY: {
    schema: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^\d{1,2}$/),
        v.transform(Number),
        v.check((seconds) => seconds <= 10),
      ),
      '0',
    ),
    expected: ['un nombre de secondes de 0 à 10', 'a number of seconds from 0 to 10'],
    purpose:
      'seconds, 10 at most, between a failing `/api/health/ready` and the end of service at a stop, for a load balancer to ' +
      'see it',
  },
  HSTS_SUBDOMAINS: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.picklist(['true', 'false'])), 'false'),
    expected: ['true ou false', 'true or false'],
    purpose: '`true` makes HSTS bind every subdomain of PUBLIC_URL too',
    needs: 'PUBLIC_URL',
  },
  BREACHED_PASSWORDS_URL: {
    schema: v.optional(v.pipe(v.string(), v.check(isLookUp), v.transform(withoutSlash))),
    expected: [
      'une adresse http(s), par exemple https://api.pwnedpasswords.com/range',
      'an http(s) address, such as https://api.pwnedpasswords.com/range',
    ],
    purpose:
      'where new passwords are looked up in known leaks, for example `https://api.pwnedpasswords.com/range`; only five of ' +
      'the 40 digits of a SHA-1 leave the server, and a missing answer lets the password pass',
  },
  METRICS_PORT: {
    schema: v.optional(portSchema),
    expected: ['un nombre de 0 à 65535', 'an integer from 0 to 65535'],
    purpose:
      'port for `/metrics` in the format of Prometheus, on HOST; keep it closed to the outside. Without it there are none',
  },
  LOG_LEVEL: {
    schema: v.optional(v.picklist(logLevels), 'info'),
    expected: [logLevels.join(', '), `one of ${logLevels.join(', ')}`],
    purpose: `one of ${logLevels.join(', ')}`,
  },
} satisfies Record<string, Variable>

export type VariableName = keyof typeof variables

/** The table of the README: name, default and purpose of each variable, as Markdown. */
export function readmeTable(): string {
  const rows = Object.entries<Variable>(variables).map(([name, { schema, otherwise, purpose }]) => {
    return `| ${name} | ${otherwise ?? (defaultOf(schema) || 'none')} | ${purpose} |`
  })
  return ['| Variable | Default | Purpose |', '|---|---|---|', ...rows].join('\n')
}

/** The text that a schema takes for an absent variable; undefined when it has none. */
export function defaultOf(schema: Variable['schema']): string | undefined {
  return v.getDefault(schema as v.OptionalSchema<v.StringSchema<undefined>, string | undefined>)
}

function isOrigin(given: string): boolean {
  const url = URL.parse(given)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}

function isLookUp(given: string): boolean {
  const url = URL.parse(given.trim())
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
}

function withoutSlash(given: string): string {
  return given.trim().replace(/\/+$/, '')
}

function originOf(given: string): string {
  return new URL(given).origin
}

function listOf(given: string): string[] {
  return given
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

function isPostgresUrl(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash) return false
  const hasHost = url.hostname !== '' || url.searchParams.has('host')
  return hasHost && /^\/[^/]+$/.test(url.pathname) && isDecodable(address)
}

/** An invalid percent encoding in a password would make the driver fail with a stack trace instead of a message. */
function isDecodable(address: string): boolean {
  try {
    return decodeURIComponent(address) !== ''
  } catch {
    return false
  }
}
