import { randomUUID } from 'node:crypto'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import { secretHash } from '../secretHash.ts'
import { newSecret } from '../secrets.ts'
import { findUtilisateur, lockUtilisateur, touchUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import type { SessionDeps } from './acteur.ts'
import { appareilIdOf, removeAppareil } from './appareil.repository.ts'
import type { PresentedCookie } from './refreshCookie.ts'
import { isRefreshRetry, successorOf } from './refreshSuccessor.ts'
import {
  endSessions,
  findRefreshToken,
  findSession,
  findSessionsOfFamille,
  revokeFamille,
  revokeGrantsOfSessions,
  takeRefreshToken,
} from './session.repository.ts'
import { absoluteEnd, type OpenedSession, startSession } from './startSession.ts'

interface Opening {
  readonly utilisateur: UtilisateurRow
  readonly seSouvenir: boolean
  /** Browser and system in words, see deviceName. */
  readonly appareil?: string | undefined
  /** The refresh cookie that the browser had; its device ends when it is the same person's. */
  readonly replaced?: PresentedCookie | null | undefined
}

/**
 * Opens a session for a person who has just proven who they are. Hashing takes long: what was proven may be over.
 * @param deps with the database of a transaction: the login and its line in the audit stand or fall together
 * @param wish the account as it stood when the password was found to fit
 * @throws Problem session.identifiants when the password was changed, or the account closed, since
 */
export async function openSession(
  deps: SessionDeps,
  { utilisateur: proven, seSouvenir, appareil = '', replaced = null }: Opening,
): Promise<OpenedSession> {
  const famille = seSouvenir ? randomUUID() : null
  const { database, clock } = deps
  // A password change at the same moment ends this session too, or has made the proof worthless.
  await lockUtilisateur(database, proven.id)
  const utilisateur = await findUtilisateur(database, proven.id)
  // A hash is salted anew each time: the same one means that nobody has set a password since.
  if (utilisateur?.motDePasse !== proven.motDePasse || !mayEnter(utilisateur)) {
    throw new Problem('session.identifiants')
  }
  if (replaced !== null) await endReplaced(deps, utilisateur.id, replaced)
  const secret = seSouvenir ? newSecret() : null
  return startSession(deps, { utilisateur, famille, connecteLe: nowIso(clock), appareil, secret, isNew: true })
}

/** A second login on the same browser takes the place of the first one (OWASP ASVS 5.0, 7.2.4). */
async function endReplaced(
  { database, clock }: Pick<SessionDeps, 'database' | 'clock'>,
  utilisateurId: number,
  { secret }: PresentedCookie,
): Promise<void> {
  const known = await findRefreshToken(database, secretHash(secret))
  // Another person's device stays: photos of theirs may still leave with its grants.
  if (known?.utilisateurId === utilisateurId) await endAppareil(database, known.famille, nowIso(clock))
}

/**
 * Renews a remembered session: the secret is used up, and its one successor given. A retry within a minute gets the same
 * successor, so that a family has one living secret at any time; any later use of a used secret means that two hold it,
 * and the whole family ends (RFC 9700, 4.14.2).
 * @throws Problem session.expiree for a secret that is unknown, expired, revoked or used, and 90 days after the login
 */
export async function refreshSession(
  deps: SessionDeps,
  { secret, isPrefixed }: PresentedCookie,
  appareil = '',
): Promise<OpenedRenewal> {
  const now = nowIso(deps.clock)
  const outcome = await deps.database.transaction().execute(async (database) => {
    const known = await lockRefreshToken(database, secretHash(secret))
    if (!known || known.revoqueLe !== null || known.expire <= now) return null
    // A cookie without the prefix may have been set by another host of the domain.
    if (known.prefixe === 1 && !isPrefixed) return null
    const { famille, connecteLe } = known
    if (absoluteEnd(connecteLe) <= now) return null
    const next = successorOf(deps.secrets, secret)
    const isFirst = await takeRefreshToken(database, known.hash, now)
    const successor = isFirst ? undefined : await findRefreshToken(database, secretHash(next))
    if (!isFirst && !isRefreshRetry(deps.clock, { used: known, successor })) {
      await endAppareil(database, famille, now)
      return null
    }
    const utilisateur = await findUtilisateur(database, known.utilisateurId)
    if (!utilisateur || !mayEnter(utilisateur)) return null
    await touchUtilisateur({ ...deps, database }, utilisateur.id)
    const started = { utilisateur, famille, connecteLe, appareil, secret: next, isNew: isFirst }
    return { utilisateur, session: await startSession({ ...deps, database }, started) }
  })
  // Thrown after the commit: the end of a stolen family must not be rolled back with the refusal.
  if (!outcome) throw new Problem('session.expiree')
  return outcome
}

interface OpenedRenewal {
  readonly utilisateur: UtilisateurRow
  readonly session: OpenedSession
}

/** Logs out: this device's sessions, its refresh cookie, its push and the grants it asked for end at once. */
export async function endSession(deps: Pick<SessionDeps, 'database' | 'clock'>, jti: string): Promise<void> {
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    const session = await findSession(database, jti)
    if (!session) return
    await lockUtilisateur(database, session.utilisateurId)
    await endAppareil(database, appareilIdOf(session), now)
  })
}

function mayEnter({ statutActif, archiveLe }: UtilisateurRow): boolean {
  return statutActif === 1 && archiveLe === null
}

/** A logout at the same moment comes before or after a renewal, never in between: it would leave the new session alive. */
async function lockRefreshToken(database: Database, hash: string) {
  const seen = await findRefreshToken(database, hash)
  if (!seen) return undefined
  await lockUtilisateur(database, seen.utilisateurId)
  return findRefreshToken(database, hash)
}

/**
 * Ends what a device was given: its sessions, their grants, its refresh cookie and its push subscriptions.
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
