import { statutEvenementLabels } from '#domain/evenement/evenement.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { notify } from '../notification/notify.ts'

/**
 * Notifies all registered members of changes of dates, place or statut, and of a deletion or restoration (product 17
 * and 32). Does nothing when none of these changed.
 */
export async function notifyMembers(
  database: Database,
  clock: Clock,
  { before, after }: { before: EvenementRow; after: EvenementRow },
): Promise<void> {
  const message = messageOf(before, after)
  if (message === null) return
  const members = await database
    .selectFrom('inscription')
    .select('utilisateurId')
    .where('evenementId', '=', before.id)
    .where('statutInscription', '<>', 'ANNULE')
    .execute()
  // No link to a deleted event.
  const evenementId = after.supprimeLe === null ? after.id : null
  const { titre } = before
  const notifications = members.map(({ utilisateurId }) => ({
    utilisateurId,
    type: 'EVENEMENT' as const,
    titre,
    message,
    evenementId,
  }))
  await notify(database, clock, notifications)
}

function messageOf(before: EvenementRow, after: EvenementRow): string | null {
  if ((before.supprimeLe === null) !== (after.supprimeLe === null)) {
    return after.supprimeLe === null
      ? "L'organisateur a restauré cet événement."
      : "L'organisateur a supprimé cet événement."
  }
  if (after.supprimeLe !== null) return null
  const { statut } = after
  if (statut !== before.statut) return `L'événement est maintenant : ${statutEvenementLabels[statut].label}.`
  const isMoved = after.dateDebut !== before.dateDebut || after.dateFin !== before.dateFin
  const sentences = [
    ...(isMoved ? ['Les dates ont changé.'] : []),
    ...(after.lieu === before.lieu ? [] : [`Le lieu a changé : ${after.lieu}.`]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}
