import type { QueueCause, QueueState } from './states.ts'

/** The server's code while the organiser has not validated the person's registration. */
export const inscriptionEnAttente = 'upload.inscription_en_attente'

/** Whether only the organiser can let the item continue: it then does so without an action of the person. */
export function isForOrganiser({ state, cause }: { state: QueueState; cause: QueueCause | null }): boolean {
  return state === 'blocked' && cause?.code === inscriptionEnAttente
}
