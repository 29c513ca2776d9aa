import { randomUUID } from 'node:crypto'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import { secretHash } from '../secretHash.ts'
import { newSecret } from '../secrets.ts'
import { findUtilisateur, lockUtilisateur, touchUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import type { SessionDeps } from './acteur.ts'
import { refreshDays } from './refreshCookie.ts'
import {
  endSessions,
  findRefreshToken,
  findSession,
  findSessionsOfDevice,
  findSessionsOfFamille,
  insertRefreshToken,
  insertSession,
  revokeFamille,
  revokeGrantsOfSessions,
  takeRefreshToken,
} from './session.repository.ts'
import { signToken } from './token.ts'

const hour = 3_600_000
/** 8 h; 1 h when a refresh cookie renews it (product 5). */
const sessionLifeMs = { alone: 8 * hour, remembered: hour }

export interface OpenedSession {
  readonly token: string
  readonly jti: string
  /** Secret of the refresh cookie; null without "Se souvenir de moi". */
  readonly refresh: string | null
}

/**
 * Opens a session for a person who has just proven who they are. Hashing takes long: what was proven may be over.
 * @param deps with the database of a transaction: the login and its line in the audit stand or fall together
 * @param wish the account as it stood when the password was found to fit
 * @throws Problem session.identifiants when the password was changed, or the account closed, since
 */
export async function openSession(
  deps: SessionDeps,
  { utilisateur: proven, seSouvenir }: { utilisateur: UtilisateurRow; seSouvenir: boolean },
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
  return startSession(deps, { utilisateur, famille, connecteLe: nowIso(clock) })
}

/** Two tabs, or a phone whose answer got lost, show the same secret within moments; a thief comes later. */
const reuseLeewayMs = 60_000

/**
 * Renews a remembered session: the secret is used up and a new one given. A secret that comes back after more than a
 * minute means that two hold it: the whole family ends (RFC 9700, 4.14.2).
 */
export async function refreshSession(deps: SessionDeps, secret: string) {
  const now = nowIso(deps.clock)
  const outcome = await deps.database.transaction().execute(async (database) => {
    const known = await lockRefreshToken(database, secretHash(secret))
    if (!known || known.revoqueLe !== null || known.expire <= now) return null
    const { famille, connecteLe } = known
    const isTaken = await takeRefreshToken(database, known.hash, now)
    if (!isTaken && (known.utiliseLe ?? now) <= isoFromNow(deps.clock, -reuseLeewayMs)) {
      await endFamille(database, famille, now)
      return null
    }
    const utilisateur = await findUtilisateur(database, known.utilisateurId)
    if (!utilisateur || !mayEnter(utilisateur)) return null
    await touchUtilisateur({ ...deps, database }, utilisateur.id)
    return { utilisateur, session: await startSession({ ...deps, database }, { utilisateur, famille, connecteLe }) }
  })
  // Thrown after the commit: the end of a stolen family must not be rolled back with the refusal.
  if (!outcome) throw new Problem('session.expiree')
  return outcome
}

/** Logs out: this device's sessions, its refresh cookie and the upload grants it asked for end at once. */
export async function endSession(deps: Pick<SessionDeps, 'database' | 'clock'>, jti: string): Promise<void> {
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    const session = await findSession(database, jti)
    if (session) await lockUtilisateur(database, session.utilisateurId)
    const jtis = await findSessionsOfDevice(database, jti)
    await endSessions(database, jtis, now)
    await revokeGrantsOfSessions(database, jtis, now)
    if (session?.famille) await revokeFamille(database, session.famille, now)
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

async function endFamille(database: Database, famille: string, now: string): Promise<void> {
  const jtis = await findSessionsOfFamille(database, famille)
  await endSessions(database, jtis, now)
  await revokeGrantsOfSessions(database, jtis, now)
  await revokeFamille(database, famille, now)
}

interface Started {
  utilisateur: UtilisateurRow
  famille: string | null
  connecteLe: string
}

async function startSession(deps: SessionDeps, { utilisateur, famille, connecteLe }: Started): Promise<OpenedSession> {
  const { clock, database } = deps
  const jti = randomUUID()
  const expire = isoFromNow(clock, famille === null ? sessionLifeMs.alone : sessionLifeMs.remembered)
  const creeLe = nowIso(clock)
  const utilisateurId = utilisateur.id
  await insertSession(database, { jti, utilisateurId, famille, connecteLe, creeLe, expire, finLe: null })
  const refresh = famille === null ? null : newSecret()
  if (famille !== null && refresh !== null) {
    const refreshExpire = isoFromNow(clock, refreshDays * 24 * hour)
    const token = { hash: secretHash(refresh), famille, utilisateurId, creeLe, expire: refreshExpire, connecteLe }
    await insertRefreshToken(database, { ...token, utiliseLe: null, revoqueLe: null })
  }
  const claims = { userId: utilisateurId, sub: utilisateur.email, role: utilisateur.role, jti }
  return { token: await signToken(deps, claims, expire), jti, refresh }
}
