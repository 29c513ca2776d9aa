import { randomUUID, createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { nowIso, isoFromNow, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow, RefreshTokenTable } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret, derivedKey, type Secrets } from '../secrets/secrets.ts'
import { findUtilisateur, lockUtilisateur, touchUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import type { SessionDeps } from './acteur.ts'
import { appareilIdOf, removeAppareil } from './appareil.repository.ts'
import type { PresentedCookie } from './refreshCookie.ts'
import { endedSession } from './liveSession.ts'
import { closeCles } from './cleInvite.repository.ts'
import {
  endSessions,
  endLostSessions,
  findRefreshToken,
  findSession,
  findSessionsOfFamille,
  isExcludedInvite,
  revokeFamille,
  revokeGrantsOfSessions,
  takeRefreshToken,
} from './session.repository.ts'
import { absoluteEnd, type OpenedSession, startSession } from './startSession.ts'

/** In ms: two tabs send the same secret within moments. */
const retryMs = 60_000

interface SessionRequest {
  readonly utilisateur: UtilisateurRow
  readonly seSouvenir: boolean
  /** Browser and system in French, see deviceName. */
  readonly appareil?: string | undefined
  /** The refresh cookie of the request. Its device is signed out when it belongs to the same person. */
  readonly replaced?: PresentedCookie | null | undefined
}

/**
 * Opens a session after a successful proof of identity. Hashing the password takes long, so the account is checked
 * again.
 * @param deps with the database of a transaction, so that the login and its audit row are committed together
 * @param opening with the account as read when the password was verified
 * @throws Problem session.identifiants when the password was changed, or the account closed, since then
 */
export async function openSession(
  deps: SessionDeps,
  { utilisateur: proven, seSouvenir, appareil = '', replaced = null }: SessionRequest,
): Promise<OpenedSession> {
  const famille = seSouvenir ? randomUUID() : null
  const { database, clock } = deps
  // A concurrent password change either ends this session too, or is visible below.
  await lockUtilisateur(database, proven.id)
  const utilisateur = await findUtilisateur(database, proven.id)
  // Hashes are salted: the same hash means that the password was not set again.
  if (utilisateur?.motDePasse !== proven.motDePasse || !mayEnter(utilisateur)) {
    throw new Problem('session.identifiants')
  }
  if (replaced !== null) await endReplaced(deps, utilisateur.id, replaced)
  const secret = seSouvenir ? newSecret() : null
  return startSession(deps, { utilisateur, famille, connecteLe: nowIso(clock), appareil, secret })
}

/**
 * Whether the refresh cookie belongs to another person than the one who signs out: they have signed in in another tab.
 * Without their cookie a guest could not come back.
 */
export async function remembersOther(
  { database }: Pick<SessionDeps, 'database'>,
  { cookie, utilisateurId }: { cookie: PresentedCookie | null; utilisateurId: number },
): Promise<boolean> {
  const known = cookie && (await findRefreshToken(database, secretHash(cookie.secret)))
  return known ? known.utilisateurId !== utilisateurId : false
}

/** A second login in the same browser replaces the first one (OWASP ASVS 5.0, 7.2.4). */
async function endReplaced(
  { database, clock }: Pick<SessionDeps, 'database' | 'clock'>,
  utilisateurId: number,
  { secret }: PresentedCookie,
): Promise<void> {
  const known = await findRefreshToken(database, secretHash(secret))
  // Keep another person's device: its grants may still upload photos.
  if (known?.utilisateurId === utilisateurId) await endAppareil(database, known.famille, nowIso(clock))
}

/**
 * Renews a remembered session: marks the secret as used and returns its only successor. A retry within a minute, and
 * any retry of a device that has lost the answer, gets the same successor, so that a family has one valid secret at a
 * time. Any other use of a used secret means that it was copied, and ends the whole family (RFC 9700, 4.14.2).
 * @throws Problem session.expiree for a secret that is unknown, expired, revoked or used, and 90 days after the login;
 * session.fusionnee when the guest became a part of an account; session.participation_terminee for a guest whose
 * registration was cancelled: they cannot log in again
 */
export async function refreshSession(
  deps: SessionDeps,
  { secret, isPrefixed }: PresentedCookie,
  appareil = '',
): Promise<OpenedRenewal> {
  const now = nowIso(deps.clock)
  const outcome = await deps.database.transaction().execute(async (database) => {
    const known = await lockRefreshToken(database, secretHash(secret))
    if (known && (await isExcludedInvite(database, known.utilisateurId))) return 'excluded'
    if (!known || known.revoqueLe !== null || known.expire <= now) return null
    // Another host of the domain may have set a cookie without the prefix.
    if (known.prefixe === 1 && !isPrefixed) return null
    const { famille, connecteLe } = known
    const utilisateur = await findUtilisateur(database, known.utilisateurId)
    if (!utilisateur || isAtEnd(utilisateur, connecteLe, now)) return null
    const next = successorOf(deps.secrets, secret)
    const refreshHash = secretHash(next)
    const isFirst = await takeRefreshToken(database, known.hash, now)
    const reuse = isFirst ? null : reuseOf(deps.clock, known, await findRefreshToken(database, refreshHash))
    if (reuse === 'copied') {
      await endAppareil(database, famille, now)
      return null
    }
    if (!mayEnter(utilisateur)) return null
    if (reuse === 'lost') await endLostSessions(database, { famille, refreshHash }, now)
    await touchUtilisateur({ ...deps, database }, utilisateur.id)
    const started = { utilisateur, famille, connecteLe, appareil, secret: next }
    return { utilisateur, session: await startSession({ ...deps, database }, started) }
  })
  // Thrown after the commit: ending a copied family must not be rolled back.
  if (outcome === 'excluded') throw new Problem('session.participation_terminee')
  if (!outcome)
    throw await endedSession(deps, (await findRefreshToken(deps.database, secretHash(secret)))?.utilisateurId)
  return outcome
}

interface OpenedRenewal {
  readonly utilisateur: UtilisateurRow
  readonly session: OpenedSession
}

/** Logs a device out: ends its sessions, refresh cookie, push subscriptions and grants. */
export async function endSession(deps: Pick<SessionDeps, 'database' | 'clock'>, jti: string): Promise<void> {
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    const session = await findSession(database, jti)
    if (!session) return
    await lockUtilisateur(database, session.utilisateurId)
    await endAppareil(database, appareilIdOf(session), now)
    await closeCles(database, session.utilisateurId, now)
  })
}

function isAtEnd(utilisateur: UtilisateurRow, connecteLe: string, now: string): boolean {
  const end = absoluteEnd(utilisateur, connecteLe)
  return end !== null && end <= now
}

function mayEnter({ statutActif, archiveLe }: UtilisateurRow): boolean {
  return statutActif === 1 && archiveLe === null
}

/** Locks the account: a logout during a renewal would otherwise leave the new session alive. */
async function lockRefreshToken(database: Database, hash: string) {
  const seen = await findRefreshToken(database, hash)
  if (!seen) return undefined
  await lockUtilisateur(database, seen.utilisateurId)
  return findRefreshToken(database, hash)
}

/**
 * Ends the sessions, grants, refresh cookie and push subscriptions of a device.
 * @param database a transaction that has locked the account
 * @param id of the device, see appareilIdOf
 */
export async function endAppareil(database: Database, id: string, now: string): Promise<void> {
  const jtis = [id, ...(await findSessionsOfFamille(database, id))]
  await endSessions(database, jtis, now)
  await revokeGrantsOfSessions(database, jtis, now)
  await revokeFamille(database, id, now)
  await removeAppareil(database, id)
}

type Row = Selectable<RefreshTokenTable>

/**
 * Derives the only successor of a refresh secret, so that a retry gets the same one although the database stores only
 * hashes. Without the key, neither an old secret nor a copy of the database reveals it.
 */
function successorOf(secrets: Secrets, secret: string): string {
  const key = derivedKey(secrets, 'eclats refresh successor')
  return createHmac('sha256', key).update(secret).digest('base64url')
}

/**
 * Why a used secret is used again: by a second tab within a minute, or because the device has lost the answer, as its
 * successor was never used, nor a session that was returned with it for longer than a browser takes to keep a cookie.
 * Otherwise it was copied.
 */
function reuseOf(clock: Clock, used: Row, successor: Row | undefined): 'recent' | 'lost' | 'copied' {
  if (successor === undefined || successor.utiliseLe !== null) return 'copied'
  if (used.utiliseLe !== null && used.utiliseLe > isoFromNow(clock, -retryMs)) return 'recent'
  return successor.recu === 0 ? 'lost' : 'copied'
}
