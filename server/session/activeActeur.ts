import type { Database } from '../database/database.ts'
import type { ActeurConnecte, Credential } from '../http/acteur.ts'

/** An active person without a session: for a grant, an album link, or an upload that the server finishes. */
export async function findActeur(
  database: Database,
  utilisateurId: number,
  credential: Credential = { kind: 'server' },
): Promise<ActeurConnecte | undefined> {
  return acteurOf(await activePerson(database, utilisateurId).executeTakeFirst(), credential)
}

/**
 * The active person of a gallery signature, unless its session was ended. An expired session is accepted: the
 * signature expires within minutes.
 */
export async function findActeurOfSession(
  database: Database,
  { utilisateurId, jti }: { utilisateurId: number; jti: string },
): Promise<ActeurConnecte | undefined> {
  const person = await activePerson(database, utilisateurId)
    .innerJoin('session', 'session.utilisateurId', 'utilisateur.id')
    .where('session.jti', '=', jti)
    .where('session.finLe', 'is', null)
    .executeTakeFirst()
  return acteurOf(person, { kind: 'session', jti })
}

function activePerson(database: Database, utilisateurId: number) {
  return database
    .selectFrom('utilisateur')
    .select(['utilisateur.id', 'role', 'email', 'nom', 'prenom', 'emailConfirmeLe', 'invite'])
    .where('utilisateur.id', '=', utilisateurId)
    .where('statutActif', '=', 1)
    .where('archiveLe', 'is', null)
}

type Person = Awaited<ReturnType<ReturnType<typeof activePerson>['executeTakeFirst']>>

function acteurOf(person: Person, credential: Credential): ActeurConnecte | undefined {
  if (!person) return undefined
  const { emailConfirmeLe, email, invite, ...rest } = person
  return { ...rest, email: email ?? '', invite: invite === 1, emailConfirme: emailConfirmeLe !== null, credential }
}
