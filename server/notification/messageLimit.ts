import { dayMs } from '#domain/contract/durations.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { addAttempt } from '../tentative/rateLimit.ts'

/** Per organiser: enough to thank all people of a large event. Per network: several organisers. */
const perDay = { acteur: 200, network: 600 }

export interface MessageSender {
  readonly acteur: ActeurConnecte
  /** Network of the request, from `networkOf`. */
  readonly network: string
}

/**
 * Limits announcements and rewards: only from an organiser with a confirmed address (product 6), 200 a day per
 * organiser and 600 per network. Call it for a message that is not a repeated one.
 * @param deps with the transaction that sends the message
 * @throws Problem utilisateur.email_a_confirmer, requete.trop_de_tentatives with Retry-After
 */
export async function limitMessages(deps: DatabaseDeps, { acteur, network }: MessageSender): Promise<void> {
  if (!acteur.emailConfirme) throw new Problem('utilisateur.email_a_confirmer')
  await addAttempt(deps, { cle: `message:${acteur.id}`, limit: perDay.acteur, windowMs: dayMs })
  await addAttempt(deps, { cle: `message-reseau:${network}`, limit: perDay.network, windowMs: dayMs })
}
