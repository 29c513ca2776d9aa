import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { secretHash } from '../secrets/secretHash.ts'
import type { SessionDeps } from './acteur.ts'
import { appareilIdOf, keepAppareil } from './appareil.repository.ts'
import { isPrefixedOrigin, type Refresh } from './refreshCookie.ts'
import { insertSession, keepRefreshToken } from './session.repository.ts'
import { signToken } from './token.ts'

/** 8 h; 1 h when a refresh cookie renews it (product 5). */
const sessionLifeMs = { alone: 8 * hourMs, remembered: hourMs }
/** A remembered device is signed out after 30 days without use (product 5), or 90 days after its login. */
const rememberedLifeMs = { idle: 30 * dayMs, absolute: 90 * dayMs }
/**
 * A guest cannot log in again: the device is signed out after 90 days without use, and not before 60 days after the
 * event's end.
 */
export const guestLifeMs = { idle: 90 * dayMs, afterEvenement: 60 * dayMs }

export interface OpenedSession {
  readonly token: string
  readonly jti: string
  /** Null without "Se souvenir de moi". */
  readonly refresh: Refresh | null
}

/**
 * When a remembered device is signed out regardless of its use; null for a guest's: never.
 * @param connecteLe time of its login
 */
export function absoluteEnd({ invite }: Pick<UtilisateurRow, 'invite'>, connecteLe: string): string | null {
  return invite === 1 ? null : new Date(Date.parse(connecteLe) + rememberedLifeMs.absolute).toISOString()
}

interface SessionStart {
  readonly utilisateur: UtilisateurRow
  readonly famille: string | null
  readonly connecteLe: string
  readonly appareil: string
  /** Secret of the refresh cookie, which may have been returned before; null without one. */
  readonly secret: string | null
}

/**
 * Inserts a session, its refresh token and its device, and signs the session token.
 * @param deps with the database of a transaction that has locked the account
 */
export async function startSession(deps: SessionDeps, started: SessionStart): Promise<OpenedSession> {
  const { utilisateur, famille, connecteLe, secret } = started
  const { clock, database } = deps
  const jti = randomUUID()
  const end = absoluteEnd(utilisateur, connecteLe)
  const expire = earlier(isoFromNow(clock, famille === null ? sessionLifeMs.alone : sessionLifeMs.remembered), end)
  const creeLe = nowIso(clock)
  const utilisateurId = utilisateur.id
  const refreshHash = secret === null ? null : secretHash(secret)
  await insertSession(database, { jti, utilisateurId, famille, connecteLe, creeLe, expire, finLe: null, refreshHash })
  const refresh = secret === null ? null : { secret, expire: earlier(await idleEnd(deps, utilisateur), end) }
  if (famille !== null && refresh !== null && refreshHash !== null) {
    const token = { hash: refreshHash, famille, utilisateurId, creeLe, expire: refresh.expire, connecteLe }
    const prefixe = isPrefixedOrigin(deps.publicUrl) ? 1 : 0
    await keepRefreshToken(database, { ...token, utiliseLe: null, revoqueLe: null, prefixe, recu: 0 })
  }
  await keepAppareil(database, {
    id: appareilIdOf({ famille, jti }),
    utilisateurId,
    nom: started.appareil,
    connecteLe,
    utiliseLe: creeLe,
    expire: refresh?.expire ?? expire,
  })
  const claims = {
    userId: utilisateurId,
    sub: utilisateur.email ?? `invite:${utilisateurId}`,
    role: utilisateur.role,
    jti,
  }
  return { token: await signToken(deps, claims, expire), jti, refresh }
}

/** When a remembered device is signed out without further use. */
async function idleEnd({ database, clock }: SessionDeps, { id, invite }: UtilisateurRow): Promise<string> {
  if (invite === 0) return isoFromNow(clock, rememberedLifeMs.idle)
  const idle = isoFromNow(clock, guestLifeMs.idle)
  const last = await database
    .selectFrom('inscription')
    .innerJoin('evenement', 'evenement.id', 'inscription.evenementId')
    .select('dateFin')
    .where('utilisateurId', '=', id)
    .executeTakeFirst()
  const kept = last && new Date(Date.parse(last.dateFin) + guestLifeMs.afterEvenement).toISOString()
  return kept !== undefined && kept > idle ? kept : idle
}

/** ISO instants sort as texts. @param b null: no end */
function earlier(a: string, b: string | null): string {
  return b === null || a < b ? a : b
}
