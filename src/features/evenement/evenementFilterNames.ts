import type { StatutEvenement } from '#domain/evenement/evenement.ts'

export type Filter = 'TOUS' | StatutEvenement

/** Chips of the filter, in their order. The address of the list is read before anything of it is loaded. */
export const filterLabels: Readonly<Record<Filter, string>> = {
  TOUS: 'Tous',
  EN_COURS: 'En cours',
  PLANIFIE: 'Planifiés',
  TERMINE: 'Terminés',
  ANNULE: 'Annulés',
}
export const filters = Object.keys(filterLabels) as readonly Filter[]
