import type { Insertable, Selectable } from 'kysely'
import { hourMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { JetonTable, UtilisateurAvecEmail } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret } from '../secrets/secrets.ts'

type Genre = JetonTable['genre']

/** Creates the secret of a mailed link; only its hash is stored. @returns the secret */
export async function createJeton(
  { database, clock }: DatabaseDeps,
  input: {
    utilisateur: Pick<UtilisateurAvecEmail, 'id' | 'email'>
    genre: Genre
    lifeMs: number
    /** A random one when absent. */
    secret?: string
  },
): Promise<string> {
  const { utilisateur, genre, lifeMs, secret = newSecret() } = input
  const { id, email } = utilisateur
  const life = { creeLe: nowIso(clock), expire: isoFromNow(clock, lifeMs), utiliseLe: null }
  const row: Insertable<JetonTable> = { hash: secretHash(secret), genre, utilisateurId: id, email, ...life }
  await database.insertInto('jeton').values(row).execute()
  return secret
}

interface KnownSecret {
  readonly secret: string
  readonly genre: Genre
  readonly now: string
}

/** A link that is valid and unused. */
export async function findJeton(database: Database, known: KnownSecret): Promise<Selectable<JetonTable> | undefined> {
  const jeton = await findUnexpiredJeton(database, known)
  return jeton?.utiliseLe === null ? jeton : undefined
}

/** A link that has not expired, used or not. */
export function findUnexpiredJeton(
  database: Database,
  { secret, genre, now }: KnownSecret,
): Promise<Selectable<JetonTable> | undefined> {
  return database
    .selectFrom('jeton')
    .selectAll()
    .where('hash', '=', secretHash(secret))
    .where('genre', '=', genre)
    .where('expire', '>', now)
    .executeTakeFirst()
}

/** The address that a link was mailed to; also of a link that is used or no longer valid. */
export async function findJetonEmail(
  database: Database,
  { secret, genre, utilisateurId }: { secret: string; genre: Genre; utilisateurId: number },
): Promise<string | undefined> {
  const jeton = await database
    .selectFrom('jeton')
    .select('email')
    .where('hash', '=', secretHash(secret))
    .where('genre', '=', genre)
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()
  return jeton?.email
}

/** Marks a link as used; false when it is already used. */
export async function takeJeton(database: Database, hash: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('jeton')
    .set({ utiliseLe: now })
    .where('hash', '=', hash)
    .where('utiliseLe', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks all unused links of one kind of a person as used. */
export async function endJetons(
  database: Database,
  { utilisateurId, genre }: { utilisateurId: number; genre: Genre },
  now: string,
): Promise<void> {
  await database
    .updateTable('jeton')
    .set({ utiliseLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('genre', '=', genre)
    .where('utiliseLe', 'is', null)
    .execute()
}

const atOnce = { links: 3, windowMs: hourMs }
const freshMs = 20 * 60_000

/**
 * Whether a person got at least three links of a kind in the last hour, one of them unused and younger than 20
 * minutes.
 */
export async function hasRecentJetons(
  { database, clock }: DatabaseDeps,
  { utilisateurId, genre }: { utilisateurId: number; genre: Genre },
): Promise<boolean> {
  const sent = await database
    .selectFrom('jeton')
    .select(['creeLe', 'utiliseLe'])
    .where('utilisateurId', '=', utilisateurId)
    .where('genre', '=', genre)
    .where('creeLe', '>', isoFromNow(clock, -atOnce.windowMs))
    .execute()
  const freshSince = isoFromNow(clock, -freshMs)
  const hasFresh = sent.some(({ creeLe, utiliseLe }) => utiliseLe === null && creeLe > freshSince)
  return hasFresh && sent.length >= atOnce.links
}
