import { statutEvenementLabels } from '#domain/evenement/evenement.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { notify } from '../notification/notify.ts'

/**
 * Tells everybody who is registered what changed for them: dates, place, statut, or that the event is gone or back
 * (product 17 and 32). Silent when nothing of it did.
 */
export async function notifyMembers(
  database: Database,
  clock: Clock,
  { before, after }: { before: EvenementRow; after: EvenementRow },
): Promise<void> {
  const message = newsOf(before, after)
  if (message === null) return
  const members = await database
    .selectFrom('inscription')
    .select('utilisateurId')
    .where('evenementId', '=', before.id)
    .where('statutInscription', '<>', 'ANNULE')
    .execute()
  // A deleted event has no page to lead to.
  const evenementId = after.supprimeLe === null ? after.id : null
  const { titre } = before
  const news = members.map(({ utilisateurId }) => ({
    utilisateurId,
    type: 'EVENEMENT' as const,
    titre,
    message,
    evenementId,
  }))
  await notify(database, clock, news)
}

function newsOf(before: EvenementRow, after: EvenementRow): string | null {
  if ((before.supprimeLe === null) !== (after.supprimeLe === null)) {
    return after.supprimeLe === null
      ? "L'organisateur a restauré cet événement."
      : "L'organisateur a supprimé cet événement."
  }
  if (after.supprimeLe !== null) return null
  const { statut } = after
  if (statut !== before.statut) return `L'événement est maintenant : ${statutEvenementLabels[statut].label}.`
  if (after.dateDebut !== before.dateDebut || after.dateFin !== before.dateFin) return 'Les dates ont changé.'
  return after.lieu === before.lieu ? null : `Le lieu a changé : ${after.lieu}.`
}
