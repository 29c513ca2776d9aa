import type { Database } from '../database/database.ts'
import type { ActeurConnecte } from '../http/acteur.ts'

/** An active person without a session: behind a grant, a signature, or an upload that is finished later. */
export async function findActeur(database: Database, utilisateurId: number): Promise<ActeurConnecte | undefined> {
  const person = await database
    .selectFrom('utilisateur')
    .select(['id', 'role', 'email', 'nom', 'prenom', 'emailConfirmeLe'])
    .where('id', '=', utilisateurId)
    .where('statutActif', '=', 1)
    .where('archiveLe', 'is', null)
    .executeTakeFirst()
  if (!person) return undefined
  const { emailConfirmeLe, ...rest } = person
  return { ...rest, emailConfirme: emailConfirmeLe !== null, jti: null }
}
