import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { makeSecret, newSecret, noSecretsKeys, type Secrets, type SecretsKeys } from '#server/secrets/secrets.ts'
import { loadSecrets, renewSecret } from '#server/secrets/storedSecrets.ts'
import { pooledPlace } from '#tests/support/databasePool.ts'

/** An empty database and data folder, seen by several nodes. */
async function emptyPlace() {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-secrets-'))
  const place = await pooledPlace()
  const opened: Database[] = []
  onTestFinished(async () => {
    for (const database of opened) await database.destroy()
    await place.drop()
    await rm(dataDir, { recursive: true })
  })
  async function node() {
    const database = await openDatabase({ dataDir, databaseUrl: place.databaseUrl })
    opened.push(database)
    return database
  }
  return { dataDir, node, database: await node() }
}

const newKey = () => randomBytes(32)
const keysOf = (current: Buffer | null, previous: Buffer | null = null): SecretsKeys => ({ current, previous })

const theKey = newKey()

async function writeSecretFiles(dataDir: string): Promise<Secrets> {
  const keys = { jwt: newSecret(), galerie: newSecret() }
  const vapid = makeSecret('vapid') as Secrets['vapid']
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(keys))
  await writeFile(join(dataDir, 'vapid.json'), JSON.stringify(vapid))
  return { ...keys, vapid }
}

const valuesOf = (database: Database) => database.selectFrom('secret').select(['nom', 'valeur', 'scelle']).execute()

test('creates secrets of 256 bits at the first start, and keeps them at the second', async () => {
  const { dataDir, database } = await emptyPlace()
  const first = await loadSecrets(database, { dataDir, keys: noSecretsKeys })
  expect(Buffer.from(first.jwt, 'base64url')).toHaveLength(32)
  expect(first.jwt).not.toBe(first.galerie)
  expect(await loadSecrets(database, { dataDir, keys: noSecretsKeys })).toEqual(first)
})

test('creates different secrets in two databases', async () => {
  const jwtOf = async () => {
    const { dataDir, database } = await emptyPlace()
    return (await loadSecrets(database, { dataDir, keys: noSecretsKeys })).jwt
  }
  expect(await jwtOf()).not.toBe(await jwtOf())
})

test('gives all nodes the same secrets when they start at once on an empty database', async () => {
  const { dataDir, database, node } = await emptyPlace()
  const databases = [database, await node(), await node(), await node()]
  const keys = keysOf(newKey())
  const loaded = await Promise.all(databases.map((each) => loadSecrets(each, { dataDir, keys })))
  for (const secrets of loaded) expect(secrets).toEqual(loaded[0])
})

test('takes over the secrets of an earlier version, and ignores its files afterwards', async () => {
  const { dataDir, database } = await emptyPlace()
  const earlier = await writeSecretFiles(dataDir)
  expect(await loadSecrets(database, { dataDir, keys: noSecretsKeys })).toEqual(earlier)
  await writeSecretFiles(dataDir)
  expect(await loadSecrets(database, { dataDir, keys: noSecretsKeys })).toEqual(earlier)
  await writeFile(join(dataDir, 'secrets.json'), 'damaged')
  expect(await loadSecrets(database, { dataDir, keys: noSecretsKeys })).toEqual(earlier)
})

test('fails at start for a damaged file of an earlier version and does not replace its secrets', async () => {
  const { dataDir, database } = await emptyPlace()
  await writeFile(join(dataDir, 'secrets.json'), '{"jwt":"court"}')
  await expect(loadSecrets(database, { dataDir, keys: noSecretsKeys })).rejects.toThrow(/ne contient pas les secrets/)
  expect(await valuesOf(database)).toEqual([])
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"jwt":"court"}')
})

test('stores no secret in clear when a key is set, also one that was in clear before', async () => {
  const { dataDir, database } = await emptyPlace()
  const clear = await loadSecrets(database, { dataDir, keys: noSecretsKeys })
  const keys = keysOf(newKey())
  expect(await loadSecrets(database, { dataDir, keys })).toEqual(clear)
  const rows = await valuesOf(database)
  expect(rows.map(({ scelle }) => scelle)).toEqual([1, 1, 1])
  for (const secret of [clear.jwt, clear.galerie, clear.vapid.privateKey]) {
    expect(rows.filter(({ valeur }) => valeur.includes(secret))).toEqual([])
  }
  expect(await loadSecrets(database, { dataDir, keys })).toEqual(clear)
})

test('fails at start with a sentence when the key is missing or another one, and changes nothing', async () => {
  const { dataDir, database } = await emptyPlace()
  await loadSecrets(database, { dataDir, keys: keysOf(newKey()) })
  const before = await valuesOf(database)
  const start = (keys: SecretsKeys) => loadSecrets(database, { dataDir, keys })
  await expect(start(noSecretsKeys)).rejects.toThrow(ConfigError)
  await expect(start(noSecretsKeys)).rejects.toThrow(/^SECRETS_KEY manque : /)
  await expect(start(keysOf(newKey()))).rejects.toThrow(/^SECRETS_KEY ne déchiffre pas /)
  await expect(start(keysOf(newKey(), newKey()))).rejects.toThrow(/^SECRETS_KEY ne déchiffre pas /)
  expect(await valuesOf(database)).toEqual(before)
})

test('does not open a sealed secret in the row of another one', async () => {
  const { dataDir, database } = await emptyPlace()
  const keys = keysOf(newKey())
  await loadSecrets(database, { dataDir, keys })
  const galerie = database.selectFrom('secret as other').select('valeur').where('other.nom', '=', 'galerie')
  await database.updateTable('secret').set({ valeur: galerie }).where('nom', '=', 'jwt').execute()
  await expect(loadSecrets(database, { dataDir, keys })).rejects.toThrow(/^SECRETS_KEY ne déchiffre pas /)
})

test('changes the key without changing the secrets', async () => {
  const { dataDir, database, node } = await emptyPlace()
  const [old, next] = [newKey(), newKey()]
  const secrets = await loadSecrets(database, { dataDir, keys: keysOf(old) })
  const other = await node()
  const both = await Promise.all(
    [database, other].map((each) => loadSecrets(each, { dataDir, keys: keysOf(next, old) })),
  )
  expect(both).toEqual([secrets, secrets])
  expect(await loadSecrets(database, { dataDir, keys: keysOf(next) })).toEqual(secrets)
  await expect(loadSecrets(database, { dataDir, keys: keysOf(old) })).rejects.toThrow(ConfigError)
})

test('renews one secret and keeps the others, also beside the files of an earlier version', async () => {
  const { dataDir, database } = await emptyPlace()
  const { jwt, ...others } = await writeSecretFiles(dataDir)
  const keys = keysOf(newKey())
  await loadSecrets(database, { dataDir, keys })
  await renewSecret(database, 'jwt', keys)
  const renewed = await loadSecrets(database, { dataDir, keys })
  expect(renewed).toMatchObject(others)
  expect(renewed.jwt).not.toBe(jwt)
})

test.each([
  ['without the key', noSecretsKeys, 'SECRETS_KEY is missing'],
  ['with another key', keysOf(newKey()), 'SECRETS_KEY does not decrypt'],
])('renews no secret %s that encrypts the others', async (_title, keys, sentence) => {
  const { dataDir, database } = await emptyPlace()
  const secrets = await loadSecrets(database, { dataDir, keys: keysOf(theKey) })
  await expect(renewSecret(database, 'jwt', keys)).rejects.toThrow(sentence)
  expect(await loadSecrets(database, { dataDir, keys: keysOf(theKey) })).toEqual(secrets)
})
