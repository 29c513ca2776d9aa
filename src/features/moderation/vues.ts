/** Views of the desk: one media at a time, twelve at a time, or the removal requests. */
export const vues = ['photo', 'grille', 'demandes'] as const
export type Vue = (typeof vues)[number]
