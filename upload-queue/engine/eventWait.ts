import type { QueueCause, QueueState } from './states.ts'

/** The server's code while the organiser has not validated the person's registration. */
export const inscriptionEnAttente = 'upload.inscription_en_attente'
/** The server's code while the event takes no media, for example before it begins (product 23). */
const evenementFerme = 'upload.evenement_ferme'

interface Waiting {
  readonly state: QueueState
  readonly cause: QueueCause | null
}

/** Whether the item waits for the event: it then continues without an action of the person. */
export function waitsForEvent({ state, cause }: Waiting): boolean {
  return state === 'blocked' && (cause?.code === inscriptionEnAttente || cause?.code === evenementFerme)
}
