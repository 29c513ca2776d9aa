import { writeAudit } from '../audit/audit.ts'
import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import type { SessionDeps } from '../session/acteur.ts'
import type { PresentedCookie } from '../session/refreshCookie.ts'
import { openSession } from '../session/session.usecases.ts'
import type { OpenedSession } from '../session/startSession.ts'
import { type RestaurationDeps, sendRestauration } from './restauration.usecases.ts'
import { touchUtilisateur } from './utilisateur.repository.ts'

export interface LoginInput {
  readonly seSouvenir: boolean
  /** Browser and system in French, see deviceName. */
  readonly appareil: string
  readonly replaced: PresentedCookie | null
}

export interface OpenedLogin {
  readonly utilisateur: UtilisateurRow
  readonly session: OpenedSession
}

/**
 * Refuses an authenticated person whose account is closed. For an archived account, mails the link that reopens it.
 * For a deactivated one, the answer has its id: the device then shows what it keeps of it. Not inside a transaction.
 * @throws Problem session.compte_desactive, session.compte_archive
 */
export async function assertOpenAccount(deps: RestaurationDeps, utilisateur: UtilisateurAvecEmail): Promise<void> {
  if (!utilisateur.statutActif) throw new Problem('session.compte_desactive', { utilisateurId: utilisateur.id })
  if (utilisateur.archiveLe === null) return
  await sendRestauration(deps, utilisateur)
  throw new Problem('session.compte_archive')
}

/**
 * Opens the session of a login and writes its audit row.
 * @param deps with the database of a transaction
 * @param par the method of authentication
 * @throws Problem as openSession
 */
export async function openLogin(
  deps: SessionDeps,
  {
    utilisateur,
    par,
    ...loginOptions
  }: LoginInput & { utilisateur: UtilisateurRow; par: 'mot-de-passe' | 'cle-acces' | 'lien' | 'reprise' },
): Promise<OpenedLogin> {
  const session = await openSession(deps, { utilisateur, ...loginOptions })
  await touchUtilisateur(deps, utilisateur.id)
  const detail = { seSouvenir: loginOptions.seSouvenir, par }
  const entry = {
    acteurId: utilisateur.id,
    action: 'session/ouverte',
    objet: `utilisateur:${utilisateur.id}`,
    detail,
  } as const
  await writeAudit(deps.database, deps.clock, entry)
  return { utilisateur, session }
}
