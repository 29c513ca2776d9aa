/** How the registrations of an event are sorted, as the address says it; `-` turns the direction. */
export const sorts = ['attente', 'nom', '-nom', 'date', '-date', 'statut', '-statut'] as const
export type Sort = (typeof sorts)[number]
