import type { StatutEvenement } from '#domain/evenement/evenement.ts'

export type Filter = 'TOUS' | StatutEvenement

/** Filter labels, in order. In its own module, because the route validates the URL before the list is loaded. */
export const filterLabels: Readonly<Record<Filter, string>> = {
  TOUS: 'Tous',
  EN_COURS: 'En cours',
  PLANIFIE: 'Planifiés',
  TERMINE: 'Terminés',
  ANNULE: 'Annulés',
}
export const filters = Object.keys(filterLabels) as readonly Filter[]
