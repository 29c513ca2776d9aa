import { randomUUID } from 'node:crypto'
import { ConfigError } from './config.ts'
import type { Database } from './database/database.ts'
import { lockName } from './database/lock.ts'
import { readServiceState, writeServiceState } from './database/serviceState.ts'
import { needsFile } from './media/media.repository.ts'
import type { Storage } from './storage/storage.ts'

interface IdentityDeps {
  readonly database: Database
  readonly storage: Storage
}

/** What database and storage say of their common identity; null: nothing yet. */
interface Identity {
  readonly row: string | null
  readonly marker: string | null
}

const cle = 'stockage'
/** The newest files of which the storage must have one when nothing else says that it is the right one. */
const sampleSize = 10

/**
 * Makes sure that the storage is the one of this database, and gives both an identity when they have none, or only one
 * of them after a start that was cut. Nodes that start together agree on it.
 * @throws ConfigError when the storage is another one
 */
export async function claimStorage({ database, storage }: IdentityDeps): Promise<void> {
  const { row, marker } = await read({ database, storage })
  if (row !== null && row === marker) return
  await database.transaction().execute(async (transaction) => {
    await lockName(transaction, cle)
    const deps = { database: transaction, storage }
    const found = await read(deps)
    const id = await expected(deps, found)
    // The marker first: without a row the next start adopts it.
    if (found.marker !== id) await storage.writeIdentity(id)
    if (found.row !== id) await writeServiceState(transaction, cle, id)
  })
}

/**
 * As {@link claimStorage}, but changes nothing.
 * @throws ConfigError when the storage is another one
 */
export async function assertOwnStorage(deps: IdentityDeps): Promise<void> {
  await expected(deps, await read(deps))
}

/** Gives a restored database and its storage a new identity: the service that was saved may still run. */
export async function renewIdentity({ database, storage }: IdentityDeps): Promise<void> {
  const id = randomUUID()
  await storage.writeIdentity(id)
  await writeServiceState(database, cle, id)
}

/** The identity that the database has of its storage; null before the first start. */
export function storageIdentityOf(database: Database): Promise<string | null> {
  return readServiceState(database, cle)
}

async function read({ database, storage }: IdentityDeps): Promise<Identity> {
  return { row: await storageIdentityOf(database), marker: await storage.readIdentity() }
}

/** @returns the identity that both shall have */
async function expected(deps: IdentityDeps, { row, marker }: Identity): Promise<string> {
  const id = row ?? marker ?? randomUUID()
  if (row !== null && row === marker) return id
  const hasMedia = await hasRow(deps.database, 'media')
  if (row !== null) {
    if (hasMedia || (await holdsFiles(deps.storage))) throw new ConfigError(otherSentence(deps.storage, { id, marker }))
    return id
  }
  // A new database would have all files of another service set aside.
  const isNew = !hasMedia && !(await hasRow(deps.database, 'upload'))
  if (isNew && (await holdsFiles(deps.storage))) throw new ConfigError(newDatabaseSentence(deps.storage))
  // An earlier version has run on this database. An operator who has no file left writes the marker.
  if (marker === null && !(await hasFiles(deps))) throw new ConfigError(otherSentence(deps.storage, { id, marker }))
  return id
}

async function hasRow(database: Database, table: 'media' | 'upload'): Promise<boolean> {
  return (await database.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined
}

async function holdsFiles(storage: Storage): Promise<boolean> {
  for await (const { isPermanent } of storage.list()) if (isPermanent) return true
  return false
}

/** Whether the storage has one of the newest files of the database; true when it needs none. */
async function hasFiles({ database, storage }: IdentityDeps): Promise<boolean> {
  const newest = await database
    .selectFrom('media')
    .select('fichier')
    .where(needsFile)
    .orderBy('id', 'desc')
    .limit(sampleSize)
    .execute()
  for (const { fichier } of newest) if ((await storage.size(fichier)) !== null) return true
  return newest.length === 0
}

function otherSentence({ identityPlace }: Storage, { id, marker }: { id: string; marker: string | null }): string {
  const [fr, en] =
    marker === null ? ['manque', 'is missing'] : ['porte un autre identifiant', 'holds the id of another one']
  return (
    `Le stockage n'est pas celui de cette base de données : ${identityPlace} ${fr}. Vérifiez DATA_DIR, S3_BUCKET, ` +
    `S3_PREFIX et DATABASE_URL, et que le disque est monté. Si les fichiers ont été déplacés, copiez aussi ` +
    `celui-ci, ou écrivez-y ${id}. / The storage is not the one of this database: ${identityPlace} ${en}. Check ` +
    `DATA_DIR, S3_BUCKET, S3_PREFIX and DATABASE_URL, and that the disk is mounted. If the files were moved, ` +
    `copy this one too, or write ${id} into it.`
  )
}

function newDatabaseSentence({ identityPlace }: Storage): string {
  return (
    `La base de données est neuve, mais le stockage contient déjà des fichiers, à côté de ${identityPlace} : vérifiez ` +
    `DATABASE_URL, DATA_DIR, S3_BUCKET et S3_PREFIX, ou donnez un stockage vide. / The database is new, but the storage ` +
    `holds files already, beside ${identityPlace}: check DATABASE_URL, DATA_DIR, S3_BUCKET and S3_PREFIX, or give an ` +
    `empty storage.`
  )
}
