import type { Database } from '../database/database.ts'
import type { AuditAction } from './auditAction.ts'

/** The last audit row about an object with one of these actions. @param objet `noun:id` */
export function findLastAudit(database: Database, objet: string, actions: readonly AuditAction[]) {
  return database
    .selectFrom('audit')
    .select(['action', 'acteurId', 'instant', 'detail'])
    .where('objet', '=', objet)
    .where('action', 'in', actions)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
