import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { ConfigError } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { SecretTable } from '../database/tables/messages.ts'
import { openSealedText, sealText } from './sealedText.ts'
import { readSecretFiles } from './secretFiles.ts'
import { makeSecret, type SecretName, secretNames, type Secrets, secretSchemas, type SecretsKeys } from './secrets.ts'

interface SecretsPlace {
  readonly dataDir: string
  readonly keys: SecretsKeys
}

type SecretRow = Selectable<SecretTable>

/**
 * Reads the secrets of the service. The first node that starts on a database makes them, from the files of an earlier
 * version when DATA_DIR has some; later these files are not read. What is not sealed by the current key is sealed now.
 * @throws ConfigError when the secrets are sealed by a key that is missing or another one
 */
export async function loadSecrets(database: Database, { dataDir, keys }: SecretsPlace): Promise<Secrets> {
  const known = await readRows(database)
  const rows = known.length === secretNames.length ? known : await addMissing(database, { dataDir, keys, known })
  const values: [string, unknown][] = []
  for (const name of secretNames) {
    const row = rows.find(({ nom }) => nom === name)
    if (!row) throw new Error(`The secret "${name}" is missing in the database.`)
    const { text, isCurrent } = openRow(row, keys)
    if (!isCurrent) await replaceRow(database, row, sealRow(row.nom, text, keys))
    values.push([name, parseSecret(name, text)])
  }
  return Object.fromEntries(values) as unknown as Secrets
}

/**
 * Makes a new value of one secret, which every node uses from its next start on.
 * @throws ConfigError when the secrets are sealed by a key that is missing or another one: no node could read this one
 */
export async function renewSecret(database: Database, name: SecretName, keys: SecretsKeys): Promise<void> {
  for (const known of await readRows(database)) openRow(known, keys)
  const row = sealRow(name, JSON.stringify(makeSecret(name)), keys)
  await database
    .insertInto('secret')
    .values(row)
    .onConflict((conflict) => conflict.column('nom').doUpdateSet({ valeur: row.valeur, scelle: row.scelle }))
    .execute()
}

function readRows(database: Database): Promise<SecretRow[]> {
  return database.selectFrom('secret').selectAll().where('nom', 'in', secretNames).execute()
}

/** Of several nodes that start together, the first insert wins and all of them read it. */
async function addMissing(
  database: Database,
  { dataDir, keys, known }: SecretsPlace & { readonly known: readonly SecretRow[] },
): Promise<SecretRow[]> {
  // A file that an operator left must not bring back a secret that was renewed.
  const earlier = known.length === 0 ? await readSecretFiles(dataDir) : {}
  const fresh = secretNames.map((name) => sealRow(name, JSON.stringify(earlier[name] ?? makeSecret(name)), keys))
  await database
    .insertInto('secret')
    .values(fresh)
    .onConflict((conflict) => conflict.column('nom').doNothing())
    .execute()
  return readRows(database)
}

function openRow({ nom, valeur, scelle }: SecretRow, { current, previous }: SecretsKeys) {
  if (scelle === 0) return { text: valeur, isCurrent: current === null }
  if (current === null) throw new ConfigError(missingKeySentence)
  for (const key of [current, ...(previous === null ? [] : [previous])]) {
    const text = openSealedText(valeur, { key, context: nom })
    if (text !== null) return { text, isCurrent: key === current }
  }
  throw new ConfigError(wrongKeySentence)
}

function sealRow(nom: string, text: string, { current }: SecretsKeys): SecretRow {
  if (current === null) return { nom, valeur: text, scelle: 0 }
  return { nom, valeur: sealText(text, { key: current, context: nom }), scelle: 1 }
}

/** Changes nothing when another node has replaced the row since it was read: that node encrypted the same secret. */
async function replaceRow(database: Database, { nom, valeur }: SecretRow, sealed: SecretRow): Promise<void> {
  await database
    .updateTable('secret')
    .set({ valeur: sealed.valeur, scelle: sealed.scelle })
    .where('nom', '=', nom)
    .where('valeur', '=', valeur)
    .execute()
}

function parseSecret(name: SecretName, text: string): unknown {
  try {
    return v.parse(secretSchemas[name], JSON.parse(text))
  } catch {
    throw new ConfigError(
      `La base de données ne contient pas le secret attendu (${name}). / ` +
        `The database does not hold the expected secret (${name}).`,
    )
  }
}

const missingKeySentence =
  'SECRETS_KEY manque : les secrets de cette base de données sont chiffrés par cette clé. / ' +
  'SECRETS_KEY is missing: the secrets of this database are encrypted with it.'

const wrongKeySentence =
  'SECRETS_KEY ne déchiffre pas les secrets de cette base de données : donnez la clé qui les a chiffrés, ou donnez-la ' +
  'dans SECRETS_KEY_PREVIOUS pour en changer. / SECRETS_KEY does not decrypt the secrets of this database: give the ' +
  'key that encrypted them, or give it in SECRETS_KEY_PREVIOUS to change it.'
