import { useQuery } from '@tanstack/react-query'
import { validEntries } from '#src/api/entries.ts'
import { count } from '#src/ui/text/quantities.ts'
import { evenementsOrganisateurQuery } from './evenement.queries.ts'

/**
 * The number of media waiting for the organiser, and the desk with most of them; otherwise the desk of an event in
 * progress, or of the first event.
 */
export function useAValider(enabled: boolean) {
  const evenements = validEntries(useQuery({ ...evenementsOrganisateurQuery, enabled }).data)
  const waiting = evenements.filter((evenement) => evenement.comptes.medias.EN_ATTENTE > 0)
  const total = waiting.reduce((sum, { comptes }) => sum + comptes.medias.EN_ATTENTE, 0)
  const [fullest] = waiting.toSorted((a, b) => b.comptes.medias.EN_ATTENTE - a.comptes.medias.EN_ATTENTE)
  const desk = fullest ?? evenements.find(({ statut }) => statut === 'EN_COURS') ?? evenements[0]
  return {
    count: total,
    label: count(total, 'média à valider', 'médias à valider'),
    deskId: desk?.id,
  }
}
