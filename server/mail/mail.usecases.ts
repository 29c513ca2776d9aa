import type { FastifyBaseLogger } from 'fastify'
import { type Clock, isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Demo } from '../demo/accounts.ts'
import { htmlOf, type Lettre, sujetOf, texteOf } from './lettre.ts'
import { findWaitingCourriels, type WaitingCourriel, claimCourriel, settleCourriel } from './mail.repository.ts'
import { failureOf, givesUpAfterMs, isHopeless, retryDelayMs } from './mailRetry.ts'
import { MailServerUnreachable, type Mailer } from './mailer.ts'

export interface MailInput {
  readonly destinataire: string
  /** The account that the mail is for; null when no account has proven the address: erasing the account deletes it. */
  readonly utilisateurId: number | null
  /** Another person whom the mail names; erasing their account deletes it too. */
  readonly nommeId?: number
  readonly lettre: Lettre
}

/** Puts a message into the outbox, in the transaction of what causes it: neither goes without the other. @returns its id */
export async function enqueueMail(
  database: Database,
  clock: Clock,
  { destinataire, utilisateurId, nommeId, lettre }: MailInput,
): Promise<number> {
  const { desinscription = null } = lettre
  const content = { sujet: sujetOf(lettre), texte: texteOf(lettre), html: htmlOf(lettre), desinscription }
  const row = { destinataire, utilisateurId, nommeId: nommeId ?? null, ...content, creeLe: nowIso(clock) }
  const { id } = await database.insertInto('courriel').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** No delivery takes longer: connecting, signing in and handing over have a limit each. */
const deliveryMaxMs = 5 * 60_000

interface DeliveryDeps extends DatabaseDeps {
  readonly mailer: Mailer
  readonly demo: Demo | null
}

/**
 * Delivers what is due in the outbox, oldest first, over one connection. What fails is tried again later and later, for
 * three days; then it is kept as failed and logged, without a word of what it says or to whom.
 */
export async function deliverMail(
  deps: DeliveryDeps,
  logger: Pick<FastifyBaseLogger, 'error'>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = await findWaitingCourriels(deps.database, nowIso(deps.clock))
  let isReachable = true
  for (const courriel of waiting) {
    if (!isReachable || signal?.aborted) break
    isReachable = await deliverOne(deps, logger, courriel)
  }
  deps.mailer.rest()
}

/** @returns whether the next message has a chance */
async function deliverOne(
  { database, clock, mailer, demo }: DeliveryDeps,
  logger: Pick<FastifyBaseLogger, 'error'>,
  courriel: WaitingCourriel,
): Promise<boolean> {
  const essais = courriel.essais + 1
  // Put off before it is sent: a process that dies in between does not send it again at once.
  const claimed = { essais, prochainEssai: isoFromNow(clock, deliveryMaxMs) }
  if (!(await claimCourriel(database, courriel, claimed))) return true
  // The text is of no use once the mail has left or was given up, and its link opens an account. The demonstration shows it.
  const forgotten = demo === null ? { texte: '', html: '', desinscription: null } : {}
  try {
    await mailer.deliver(courriel)
  } catch (error) {
    const isUnreachable = error instanceof MailServerUnreachable
    const isOver = isHopeless(error) || clock.now().getTime() - Date.parse(courriel.creeLe) >= givesUpAfterMs
    const { code, erreur } = failureOf(error)
    await settleCourriel(database, courriel.id, {
      erreur,
      ...(isOver && { abandonneLe: nowIso(clock), ...forgotten }),
      prochainEssai: isoFromNow(clock, retryDelayMs(essais, { isUnreachable })),
    })
    if (isOver) logger.error({ courriel: courriel.id, essais, code }, 'mail given up')
    return !isUnreachable
  }
  await settleCourriel(database, courriel.id, { envoyeLe: nowIso(clock), erreur: null, ...forgotten })
  return true
}
