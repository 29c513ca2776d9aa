import { useQuery } from '@tanstack/react-query'
import { readable } from '#src/api/entries.ts'
import { mesEvenementsQuery } from './evenement.queries.ts'
import { ownStatut } from './ownInscription.ts'

/** Titles of the participant's events, for lists that only know an id. */
export function useTitreOf(): (evenementId: number) => string | undefined {
  const evenements = readable(useQuery(mesEvenementsQuery).data)
  return (evenementId) => evenements.find(({ id }) => id === evenementId)?.titre
}

/** Events in which the participant's registration is VALIDE. */
export function useEvenementsValides(utilisateurId: number): readonly number[] {
  const evenements = readable(useQuery(mesEvenementsQuery).data)
  return evenements.filter((evenement) => ownStatut(evenement, utilisateurId) === 'VALIDE').map(({ id }) => id)
}
