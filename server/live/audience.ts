import { isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Change } from './changes.ts'

/** Ids of the people who may be notified of a change. Others must not learn that something changed. */
export async function audienceOf({ database, clock }: DatabaseDeps, change: Change): Promise<ReadonlySet<number>> {
  if (change.sujet === 'notification') return new Set(change.utilisateurIds)
  const { evenementId } = change
  const evenement = await database
    .selectFrom('evenement')
    .select(['createurId', 'galeriePour', 'dateFin'])
    .where('id', '=', evenementId)
    .where('supprimeLe', 'is', null)
    .executeTakeFirst()
  if (!evenement) return new Set()
  if (change.sujet === 'inscription') return new Set([evenement.createurId, change.utilisateurId])
  const seenByMembers = change.estVisible && isGalerieOuverte(evenement, clock.now().getTime())
  const members = seenByMembers ? await findMembers(database, evenementId) : []
  return new Set([evenement.createurId, change.auteurId, ...members])
}

async function findMembers(database: Database, evenementId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('inscription')
    .select('utilisateurId')
    .where('evenementId', '=', evenementId)
    .where('statutInscription', '=', 'VALIDE')
    .execute()
  return rows.map(({ utilisateurId }) => utilisateurId)
}
