import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { RefreshTokenTable, SessionTable } from '../database/tables/people.ts'

/**
 * The account and device of a session that was not ended, unless the account is deactivated or archived. The caller
 * compares `expire` with the time.
 */
export function findSessionUtilisateur(database: Database, jti: string) {
  return database
    .selectFrom('session')
    .innerJoin('utilisateur', 'utilisateur.id', 'session.utilisateurId')
    .leftJoin('appareil', (join) =>
      join.on((on) => on('appareil.id', '=', on.fn.coalesce('session.famille', 'session.jti'))),
    )
    .select(['utilisateur.id', 'role', 'email', 'utilisateur.nom', 'prenom', 'emailConfirmeLe', 'invite'])
    .select(['appareil.id as appareilId', 'appareil.utiliseLe'])
    .select(['session.creeLe', 'session.expire', 'session.refreshHash'])
    .where('session.jti', '=', jti)
    .where('session.finLe', 'is', null)
    .where('utilisateur.statutActif', '=', 1)
    .where('utilisateur.archiveLe', 'is', null)
    .executeTakeFirst()
}

/** Lists of equal length have the same statement, which is prepared once. */
const jtisPerQuery = 100

/** Those of the sessions that are valid, of accounts that are neither deactivated nor archived. */
export async function findLiveJtis(
  database: Database,
  jtis: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  const live = new Set<string>()
  for (let at = 0; at < jtis.length; at += jtisPerQuery) {
    const some = Array.from({ length: jtisPerQuery }, (_, n) => jtis[at + n] ?? '')
    const rows = await database
      .selectFrom('session')
      .innerJoin('utilisateur', 'utilisateur.id', 'session.utilisateurId')
      .select('session.jti')
      .where('session.jti', 'in', some)
      .where('session.finLe', 'is', null)
      .where('session.expire', '>', now)
      .where('utilisateur.statutActif', '=', 1)
      .where('utilisateur.archiveLe', 'is', null)
      .execute()
    for (const { jti } of rows) live.add(jti)
  }
  return live
}

export async function insertSession(database: Database, session: Insertable<SessionTable>): Promise<void> {
  await database.insertInto('session').values(session).execute()
}

/** The sessions of a session's refresh family; only the session itself when it has none. */
export async function findSessionsOfDevice(database: Database, jti: string): Promise<string[]> {
  const session = await database.selectFrom('session').select('famille').where('jti', '=', jti).executeTakeFirst()
  if (!session?.famille) return [jti]
  const rows = await database.selectFrom('session').select('jti').where('famille', '=', session.famille).execute()
  return rows.map((row) => row.jti)
}

/** Ends sessions; those that have ended keep their time. */
export async function endSessions(database: Database, jtis: readonly string[], now: string): Promise<void> {
  await database
    .updateTable('session')
    .set({ finLe: now })
    .where('jti', 'in', jtis)
    .where('finLe', 'is', null)
    .execute()
}

/** Ends the sessions that were returned with this refresh secret, and their grants: the device does not have it. */
export async function endLostSessions(
  database: Database,
  { famille, refreshHash }: { famille: string; refreshHash: string },
  now: string,
): Promise<void> {
  const lost = database
    .selectFrom('session')
    .select('jti')
    .where('famille', '=', famille)
    .where('refreshHash', '=', refreshHash)
    .where('finLe', 'is', null)
  const jtis = (await lost.execute()).map(({ jti }) => jti)
  if (jtis.length === 0) return
  await endSessions(database, jtis, now)
  await revokeGrantsOfSessions(database, jtis, now)
}

/** Notes that the device has kept the refresh secret that was returned with a session. */
export async function noteReceived(
  database: Database,
  { jti, refreshHash }: { jti: string; refreshHash: string },
): Promise<void> {
  await database.updateTable('session').set({ refreshHash: null }).where('jti', '=', jti).execute()
  await database.updateTable('refreshToken').set({ recu: 1 }).where('hash', '=', refreshHash).execute()
}

/** Ids of the sessions of a refresh family. */
export async function findSessionsOfFamille(database: Database, famille: string): Promise<string[]> {
  const rows = await database.selectFrom('session').select('jti').where('famille', '=', famille).execute()
  return rows.map((row) => row.jti)
}

export function findSession(database: Database, jti: string): Promise<Selectable<SessionTable> | undefined> {
  return database.selectFrom('session').selectAll().where('jti', '=', jti).executeTakeFirst()
}

/**
 * Makes a guest's devices those of an account, which are signed out 90 days after their login.
 * @param jti of a session of the device that is used now
 * @param login now for this device; an instant for the others that counts as no login of the last minutes
 */
export async function startAccountDevices(
  database: Database,
  { utilisateurId, jti }: { utilisateurId: number; jti: string },
  login: { now: string; ofOthers: string },
): Promise<void> {
  const famille = (await findSession(database, jti))?.famille ?? null
  const jtis = famille === null ? [jti] : await findSessionsOfFamille(database, famille)
  const own = { connecteLe: login.now }
  await database.updateTable('session').set(own).where('jti', 'in', jtis).execute()
  await database
    .updateTable('appareil')
    .set(own)
    .where('id', '=', famille ?? jti)
    .execute()
  const tokens = database.updateTable('refreshToken').where('utilisateurId', '=', utilisateurId)
  await tokens.set({ connecteLe: login.ofOthers }).execute()
  if (famille !== null) await tokens.set(own).where('famille', '=', famille).execute()
}

/** Inserts a refresh token; one that is returned again lives as long as one that is new. */
export async function keepRefreshToken(database: Database, token: Insertable<RefreshTokenTable>): Promise<void> {
  const { expire } = token
  await database
    .insertInto('refreshToken')
    .values(token)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expire }))
    .execute()
}

export function findRefreshToken(database: Database, hash: string): Promise<Selectable<RefreshTokenTable> | undefined> {
  return database.selectFrom('refreshToken').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Marks a refresh token as used; false when it is already used or revoked. */
export async function takeRefreshToken(database: Database, hash: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('refreshToken')
    .set({ utiliseLe: now })
    .where('hash', '=', hash)
    .where('utiliseLe', 'is', null)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Revokes all refresh tokens of a family. */
export async function revokeFamille(database: Database, famille: string, now: string): Promise<void> {
  await database
    .updateTable('refreshToken')
    .set({ revoqueLe: now })
    .where('famille', '=', famille)
    .where('revoqueLe', 'is', null)
    .execute()
}

/** Grants end with the sessions that created them. */
export async function revokeGrantsOfSessions(database: Database, jtis: readonly string[], now: string): Promise<void> {
  await database
    .updateTable('uploadGrant')
    .set({ revoqueLe: now })
    .where('sessionId', 'in', jtis)
    .where('revoqueLe', 'is', null)
    .execute()
}

/** Whether the person is a guest whose only registration was cancelled by the organiser. */
export async function isExcludedInvite(database: Database, utilisateurId: number): Promise<boolean> {
  const row = await database
    .selectFrom('utilisateur')
    .innerJoin('inscription', 'inscription.utilisateurId', 'utilisateur.id')
    .select('utilisateur.id')
    .where('utilisateur.id', '=', utilisateurId)
    .where('invite', '=', 1)
    .where('statutInscription', '=', 'ANNULE')
    .executeTakeFirst()
  return row !== undefined
}
