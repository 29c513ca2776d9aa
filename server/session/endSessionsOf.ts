import type { Database } from '../database/database.ts'
import { lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { appareilIdOf, removeAppareilsOf } from './appareil.repository.ts'
import { closeCles } from './cleInvite.repository.ts'
import { findSession, findSessionsOfDevice } from './session.repository.ts'

/**
 * Ends all sessions of a person, with their refresh cookies, grants and push subscriptions.
 * @param except jti of a session whose device stays signed in; null ends all
 */
export async function endSessionsOf(
  database: Database,
  { utilisateurId, except }: { utilisateurId: number; except: string | null },
  now: string,
): Promise<void> {
  // Serializes with a concurrent renewal, as a logout does.
  await lockUtilisateur(database, utilisateurId)
  const kept = except === null ? [] : await findSessionsOfDevice(database, except)
  const session = except === null ? undefined : await findSession(database, except)
  const famille = session?.famille ?? null
  await database
    .updateTable('session')
    .set({ finLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('finLe', 'is', null)
    .$if(kept.length > 0, (query) => query.where('jti', 'not in', kept))
    .execute()
  await database
    .updateTable('refreshToken')
    .set({ revoqueLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('revoqueLe', 'is', null)
    .$if(famille !== null, (query) => query.where('famille', '<>', famille ?? ''))
    .execute()
  await database
    .updateTable('uploadGrant')
    .set({ revoqueLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('revoqueLe', 'is', null)
    .$if(kept.length > 0, (query) =>
      query.where((where) => where.or([where('sessionId', 'is', null), where('sessionId', 'not in', kept)])),
    )
    .execute()
  await closeCles(database, utilisateurId, now)
  await removeAppareilsOf(database, { utilisateurId, except: session ? appareilIdOf(session) : null })
}
