import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { lockName } from '../database/lock.ts'
import { secretHash } from '../secretHash.ts'
import { addAttempt, countAttempt, hasAttemptFrom } from '../tentative/tentative.ts'

const dayMs = 24 * 3_600_000
/** Per organiser: enough to thank everybody at a large event. Per network: several organisers. */
const perDay = { acteur: 200, network: 600 }

export interface MessageSender {
  readonly acteur: ActeurConnecte
  /** Network of the request, from `networkOf`. */
  readonly network: string
}

/**
 * Limits announcements and rewards: only from an organiser with a confirmed address (product 6), 200 a day per
 * organiser and 600 per network.
 * @throws Problem utilisateur.email_a_confirmer, requete.trop_de_tentatives with Retry-After
 */
export async function limitMessages(deps: DatabaseDeps, { acteur, network }: MessageSender): Promise<void> {
  if (!acteur.emailConfirme) throw new Problem('utilisateur.email_a_confirmer')
  await countAttempt(deps, { cle: `message:${acteur.id}`, limit: perDay.acteur, windowMs: dayMs })
  await countAttempt(deps, { cle: `message-reseau:${network}`, limit: perDay.network, windowMs: dayMs })
}

interface SentMessage {
  readonly acteurId: number
  /** The key of the form; undefined from a page of the version before. */
  readonly cle: string | undefined
  /** The text and who gets it. */
  readonly content: readonly (string | number)[]
}

/**
 * Whether an organiser's message was sent within a day: the answer was lost, and the form sends it again. Marks it as
 * sent. A changed text is another message.
 * @param deps with the transaction that sends the message: a retry waits for the end of the first request
 */
export async function wasSent(deps: DatabaseDeps, { acteurId, cle, content }: SentMessage): Promise<boolean> {
  if (cle === undefined) return false
  const sent = { cle: `message-envoye:${acteurId}`, windowMs: dayMs }
  const origine = secretHash(JSON.stringify([cle, ...content]))
  await lockName(deps.database, sent.cle)
  if (await hasAttemptFrom(deps, { ...sent, origine })) return true
  await addAttempt(deps, { ...sent, limit: perDay.acteur }, origine)
  return false
}
