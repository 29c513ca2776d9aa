/** Sort orders of an event's registrations, as in the URL; `-` reverses the order. */
export const sorts = ['attente', 'nom', '-nom', 'date', '-date', 'statut', '-statut'] as const
export type Sort = (typeof sorts)[number]
