import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultPlanLimits } from '#domain/abonnement/abonnement.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { readmeTable } from '#server/configTable.ts'

test('uses local defaults without any variable', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4170,
    publicUrl: 'http://127.0.0.1:4170',
    dataDir: resolve('data'),
    databaseUrl: null,
    databaseListenUrl: null,
    s3: null,
    breachedPasswordsUrl: null,
    logLevel: 'info',
    trustedProxies: [],
    accelRedirect: null,
    mail: { smtp: null, from: { name: 'Éclats', address: 'ne-pas-repondre@eclats.invalid' } },
    payment: 'none',
    planLimits: null,
    hstsSubdomains: false,
    role: 'all',
    secretsKeys: { current: null, previous: null },
    metricsPort: null,
    stopDelayMs: 0,
  })
})

test('reads the variables that are set, without the spaces that a file of variables has around them', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '8080 ',
    METRICS_PORT: ' 9464',
    PUBLIC_URL: 'https://eclats.example/',
    TRUSTED_PROXIES: '10.0.0.0/8, loopback',
    LOG_LEVEL: 'warn\r',
  })
  const read = { host: '::1', port: 8080, publicUrl: 'https://eclats.example', logLevel: 'warn', metricsPort: 9464 }
  expect(config).toMatchObject(read)
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', 'loopback'])
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4170')
})

test('accepts the address of the breached-password service, but none with a query or a user', () => {
  const urlOf = (BREACHED_PASSWORDS_URL: string) => readConfig({ BREACHED_PASSWORDS_URL }).breachedPasswordsUrl
  expect(urlOf('https://api.pwnedpasswords.com/range/')).toBe('https://api.pwnedpasswords.com/range')
  for (const wrong of ['oui', 'ftp://x/range', 'https://a:b@x/range', 'https://x/range?q=1']) {
    expect(() => urlOf(wrong)).toThrow(/^BREACHED_PASSWORDS_URL est incorrect : /)
  }
})

test('accepts a role of one half with PostgreSQL only', () => {
  expect(readConfig({ ROLE: 'web', DATABASE_URL: 'postgres://base/eclats' }).role).toBe('web')
  expect(() => readConfig({ ROLE: 'worker' })).toThrow(
    'ROLE=worker demande PostgreSQL (DATABASE_URL) : avec SQLite, un seul processus fait tout (ROLE=all).',
  )
  expect(() => readConfig({ ROLE: 'mail' })).toThrow(/^ROLE est incorrect : all, web, worker attendu/)
})

test('reads a key for the secrets of exactly 32 bytes, and shows none in an error', () => {
  const key = Buffer.alloc(32, 7)
  for (const encoding of ['base64', 'base64url'] as const) {
    expect(readConfig({ SECRETS_KEY: key.toString(encoding) }).secretsKeys.current).toEqual(key)
  }
  for (const wrong of ['mot-de-passe', key.toString('hex'), Buffer.alloc(31).toString('base64')]) {
    expect(() => readConfig({ SECRETS_KEY: wrong })).toThrow(
      'SECRETS_KEY est incorrect : 32 octets en base64 attendu. / SECRETS_KEY is wrong: expected 32 bytes in base64.',
    )
  }
})

test('reads the mail server with its port, credentials and sender', () => {
  const mailOf = (SMTP_URL: string, MAIL_FROM = 'fete@eclats.example') => readConfig({ SMTP_URL, MAIL_FROM }).mail
  expect(mailOf('smtps://eclats:p%40ss%3A1@mail.example')).toEqual({
    smtp: { host: 'mail.example', port: 465, secure: true, auth: { user: 'eclats', pass: 'p@ss:1' } },
    from: { name: 'Éclats', address: 'fete@eclats.example' },
  })
  expect(mailOf('smtp://[::1]:25').smtp).toEqual({ host: '::1', port: 25, secure: false, auth: null })
  expect(mailOf('smtp://mail', '"Les fêtes" <fete@eclats.example>')).toMatchObject({
    smtp: { port: 587 },
    from: { name: 'Les fêtes', address: 'fete@eclats.example' },
  })
})

test('fails at start for a wrong mail server, and shows no password', () => {
  const wrong = () => readConfig({ SMTP_URL: 'smtp://eclats:secret-du-courrier@mail.example/boite' })
  expect(wrong).toThrow(/^SMTP_URL est incorrect : /)
  expect(wrong).not.toThrow('secret-du-courrier')
})

test.each([
  'postgres://base/eclats',
  'postgresql://eclats:p%40ss@[::1]:5433/eclats?sslmode=verify-full',
  'postgres:///eclats?host=/run/postgresql',
])('accepts %s as a database', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test('shows no database password in an error', () => {
  const wrong = () => readConfig({ DATABASE_URL: 'postgres://eclats:secret-de-la-base@base' })
  expect(wrong).toThrow(/^DATABASE_URL est incorrect : /)
  expect(wrong).not.toThrow('secret-de-la-base')
})

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_def',
  STRIPE_PRICE_BASIC: 'price_1',
  STRIPE_PRICE_PREMIUM: 'price_2',
  STRIPE_PRICE_VIP: 'price_3',
}

test('reads Stripe with its webhook secret and a price for every plan', () => {
  expect(readConfig(stripe).payment).toEqual({
    secretKey: 'sk_test_abc',
    webhookSecret: 'whsec_def',
    prix: { BASIC: 'price_1', PREMIUM: 'price_2', VIP: 'price_3' },
  })
})

test.each(Object.keys(stripe))('fails at start when %s is missing or wrong', (name) => {
  expect(() => readConfig({ ...stripe, [name]: '' })).toThrow(new RegExp(`^${name} manque : STRIPE_`))
  const wrong = () => readConfig({ ...stripe, [name]: 'un secret mal recopié' })
  expect(wrong).toThrow(new RegExp(`^${name} est incorrect : .+ / ${name} is wrong`))
  expect(wrong).not.toThrow('mal recopié')
})

test('gives plans away only when PAYMENT selects the demonstration, and never beside Stripe', () => {
  expect(readConfig({ PAYMENT: 'demonstration' }).payment).toBe('demonstration')
  expect(() => readConfig({ PAYMENT: 'gratuit' })).toThrow(/^PAYMENT est incorrect : /)
  expect(() => readConfig({ ...stripe, PAYMENT: 'demonstration' })).toThrow(/^PAYMENT est incorrect : /)
})

test('accepts only true and false for HSTS_SUBDOMAINS', () => {
  expect(readConfig({ HSTS_SUBDOMAINS: 'true', PUBLIC_URL: 'https://eclats.example' }).hstsSubdomains).toBe(true)
  expect(readConfig({ HSTS_SUBDOMAINS: 'false' }).hstsSubdomains).toBe(false)
  expect(() => readConfig({ HSTS_SUBDOMAINS: 'oui' })).toThrow(/^HSTS_SUBDOMAINS est incorrect : /)
})

test('treats an empty variable as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(4170)
})

test.each([
  ['PORT', 'web'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'eclats.example'],
  ['PUBLIC_URL', 'https://eclats.example/sous-dossier'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'eclats'],
  ['DATABASE_URL', 'mysql://base/eclats'],
  ['DATABASE_URL', 'postgres://base'],
  ['DATABASE_URL', 'postgres:///eclats'],
  ['DATABASE_URL', 'postgres://eclats:%zz@base/eclats'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://eclats@mail.example'],
  ['SMTP_URL', 'smtp://eclats:%zz@mail.example'],
  ['MAIL_FROM', 'Éclats'],
  ['MAIL_FROM', 'Éclats <fete@eclats.example'],
  ['MAIL_FROM', 'a@eclats.example, b@eclats.example'],
  ['TRUSTED_PROXIES', 'proxy.local'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['ACCEL_REDIRECT', 'fichiers'],
  ['ACCEL_REDIRECT', '/fichiers; root /etc'],
])('fails at start for %s=%s with an error that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} est incorrect : .+ / ${name} is wrong`))
})

const bucket = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'cle', S3_SECRET_ACCESS_KEY: 'secret' }

test('reads a bucket for the files', () => {
  const given = { ...bucket, S3_ENDPOINT: 'https://s3.example', S3_REGION: 'fr-par', S3_PREFIX: 'eclats/' }
  expect(readConfig(given).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'photos',
    region: 'fr-par',
    accessKeyId: 'cle',
    secretAccessKey: 'secret',
    prefix: 'eclats/',
  })
  expect(readConfig(bucket).s3).toMatchObject({ endpoint: null, region: 'us-east-1', prefix: '' })
})

test.each(Object.keys(bucket))('refuses a bucket without %s', (name) => {
  const { [name]: _left, ...others } = bucket as Record<string, string>
  expect(() => readConfig(others)).toThrow(new RegExp(`^${name} manque : S3_`))
})

test('refuses thumbnails sent by nginx with files in a bucket', () => {
  const given = { ...bucket, ACCEL_REDIRECT: '/fichiers/' }
  expect(() => readConfig(given)).toThrow(
    /^ACCEL_REDIRECT demande des fichiers dans DATA_DIR .+ \/ ACCEL_REDIRECT needs/,
  )
})

test.each([
  ['DATABASE_LISTEN_URL', 'postgres://base/eclats', 'DATABASE_URL'],
  ['S3_ACCESS_KEY_ID', 'cle', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'secret', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'https://s3.example', 'S3_BUCKET'],
  ['S3_REGION', 'us-east-1', 'S3_BUCKET'],
  ['S3_PREFIX', 'eclats/', 'S3_BUCKET'],
  ['SMTP_URL', 'smtp://mail.example', 'MAIL_FROM'],
  ['SECRETS_KEY_PREVIOUS', Buffer.alloc(32, 7).toString('base64'), 'SECRETS_KEY'],
  ['HSTS_SUBDOMAINS', 'true', 'PUBLIC_URL'],
])('refuses %s=%s without %s', (name, value, missing) => {
  const alone = () => readConfig({ [name]: value, [missing]: ' ' })
  expect(alone).toThrow(ConfigError)
  expect(alone).toThrow(`${missing} manque : ${name} en a besoin. / ${missing} is missing: ${name} needs it.`)
})

test('reads limits of plans, and leaves those of the plans that are not named', () => {
  const { planLimits } = readConfig({ PLAN_LIMITS: 'FREEMIUM: 5/200/0, VIP:0/1/100' })
  expect(planLimits).toEqual({
    ...defaultPlanLimits,
    FREEMIUM: {
      plan: 'FREEMIUM',
      max_evenements_actifs: 5,
      max_participants_par_evenement: 200,
      commission_pourcent: 0,
    },
    VIP: { plan: 'VIP', max_evenements_actifs: 0, max_participants_par_evenement: 1, commission_pourcent: 100 },
  })
})

test.each(['FREEMIUM', 'GOLD:1/1/1', 'VIP:1/1', 'VIP:1/1/101', 'VIP:-1/1/1', 'VIP:1/1/1,', 'VIP:1/1/1,VIP:2/2/2'])(
  'refuses PLAN_LIMITS=%s',
  (PLAN_LIMITS) => {
    expect(() => readConfig({ PLAN_LIMITS })).toThrow(/^PLAN_LIMITS est incorrect : PLAN:événements/)
  },
)

test.each([
  ['S3_BUCKET', 'Photos'],
  ['S3_ENDPOINT', 's3.example'],
  ['S3_ENDPOINT', 'https://cle:secret@s3.example'],
  ['S3_REGION', 'fr par'],
  ['S3_PREFIX', 'eclats'],
])('refuses %s=%s', (name, value) => {
  expect(() => readConfig({ ...bucket, [name]: value })).toThrow(new RegExp(`^${name} est incorrect`))
})

test('documents every variable in the README with its default and purpose', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(readmeTable())
})
