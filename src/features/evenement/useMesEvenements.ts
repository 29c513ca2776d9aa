import { useQuery } from '@tanstack/react-query'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { readable } from '#src/api/entries.ts'
import { mesEvenementsQuery } from './evenement.queries.ts'
import { mayAdd, ownStatut } from './ownInscription.ts'

/** Titles of the participant's events, for lists that only know an id. */
export function useTitreOf(): (evenementId: number) => string | undefined {
  const evenements = readable(useQuery(mesEvenementsQuery).data)
  return (evenementId) => evenements.find(({ id }) => id === evenementId)?.titre
}

/** The participant's event of that number, if it takes media of theirs now. */
export function useDepotOuvert(utilisateurId: number): (evenementId: number) => Evenement | undefined {
  const evenements = readable(useQuery(mesEvenementsQuery).data)
  return (evenementId) =>
    evenements.find((evenement) => evenement.id === evenementId && mayAdd(evenement, utilisateurId))
}

/** Events in which the participant's registration is VALIDE. */
export function useEvenementsValides(utilisateurId: number): readonly number[] {
  const evenements = readable(useQuery(mesEvenementsQuery).data)
  return evenements.filter((evenement) => ownStatut(evenement, utilisateurId) === 'VALIDE').map(({ id }) => id)
}
