import type { Inscription } from '#domain/inscription/inscription.ts'
import type { Database } from '../database/database.ts'
import { orThrow } from '../http/problem.ts'
import { findInscriptionsWithUser } from './inscription.repository.ts'

/** @throws Problem inscription.introuvable */
export async function readInscription(database: Database, id: number): Promise<Inscription> {
  const [row] = await findInscriptionsWithUser(database, { id })
  return inscriptionView(orThrow(row, 'inscription.introuvable'))
}

export function inscriptionView(row: Awaited<ReturnType<typeof findInscriptionsWithUser>>[number]): Inscription {
  const { id, userId, nom, prenom, email, invite, dateInscription, statutInscription, typeParticipation, lienId } = row
  const user = { id: userId, nom, prenom, email: email ?? '', invite: invite === 1 }
  return { id, user, dateInscription, statutInscription, typeParticipation, lienId }
}
