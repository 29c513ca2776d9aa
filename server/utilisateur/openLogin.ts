import { writeAudit } from '../audit/audit.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import type { SessionDeps } from '../session/acteur.ts'
import type { PresentedCookie } from '../session/refreshCookie.ts'
import { openSession } from '../session/session.usecases.ts'
import type { OpenedSession } from '../session/startSession.ts'
import { type RestaurationDeps, sendRestauration } from './restauration.usecases.ts'
import { touchUtilisateur } from './utilisateur.repository.ts'

/** How the browser of a login wants its session. */
export interface LoginWish {
  readonly seSouvenir: boolean
  /** Browser and system in words, see deviceName. */
  readonly appareil: string
  /** The refresh cookie that the browser had. */
  readonly replaced: PresentedCookie | null
}

export interface OpenedLogin {
  readonly utilisateur: UtilisateurRow
  readonly session: OpenedSession
}

/**
 * Refuses a person who has proven who they are but whose account is closed; an archived one is mailed the link that opens
 * it again. Not from inside a transaction.
 * @throws Problem session.compte_desactive, session.compte_archive
 */
export async function assertOpenAccount(deps: RestaurationDeps, utilisateur: UtilisateurRow): Promise<void> {
  if (!utilisateur.statutActif) throw new Problem('session.compte_desactive')
  if (utilisateur.archiveLe === null) return
  await sendRestauration(deps, utilisateur)
  throw new Problem('session.compte_archive')
}

/**
 * Opens the session of a login, and writes it down.
 * @param deps with the database of a transaction
 * @param par by which proof
 * @throws Problem as openSession
 */
export async function openLogin(
  deps: SessionDeps,
  { utilisateur, par, ...wish }: LoginWish & { utilisateur: UtilisateurRow; par: 'mot-de-passe' | 'cle-acces' },
): Promise<OpenedLogin> {
  const session = await openSession(deps, { utilisateur, ...wish })
  await touchUtilisateur(deps, utilisateur.id)
  const detail = { seSouvenir: wish.seSouvenir, par }
  const entry = { acteurId: utilisateur.id, action: 'session/ouverte', objet: `utilisateur:${utilisateur.id}`, detail }
  await writeAudit(deps.database, deps.clock, entry)
  return { utilisateur, session }
}
