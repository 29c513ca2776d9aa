import type { FastifyBaseLogger } from 'fastify'
import { type Clock, isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Demo } from '../demo/accounts.ts'
import { htmlOf, type Lettre, sujetOf, texteOf } from './lettre.ts'
import { findWaitingCourriels, type WaitingCourriel, claimCourriel, storeDeliveryOutcome } from './mail.repository.ts'
import { failureOf, deliveryTimeoutMs, isUnknownAddress, retryDelayMs } from './mailRetry.ts'
import { MailServerUnreachable, type Mailer } from './mailer.ts'

export interface MailInput {
  readonly destinataire: string
  /**
   * The account of the recipient; null when no account has confirmed the address. Erasing the account deletes the
   * mail.
   */
  readonly utilisateurId: number | null
  /** Another person that the mail names; erasing that account deletes the mail too. */
  readonly nommeId?: number
  readonly lettre: Lettre
}

/**
 * Adds a message to the outbox in the transaction that causes it, so that both are committed together. @returns its id
 */
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

/** Upper bound of a delivery: each of its steps has a timeout. */
const deliveryMaxMs = 5 * 60_000

interface DeliveryDeps extends DatabaseDeps {
  readonly mailer: Mailer
  readonly demo: Demo | null
}

/**
 * Delivers due messages, oldest first, over one connection. Retries a failed message with increasing delays for three
 * days; then marks it as failed and logs it, without content and recipient.
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
  deps.mailer.closeIdle()
}

/** @returns false when the mail server is unreachable */
async function deliverOne(
  { database, clock, mailer, demo }: DeliveryDeps,
  logger: Pick<FastifyBaseLogger, 'error'>,
  courriel: WaitingCourriel,
): Promise<boolean> {
  const essais = courriel.essais + 1
  // Set the next attempt before sending: after a crash in between, the message is not sent again immediately.
  const claimed = { essais, prochainEssai: isoFromNow(clock, deliveryMaxMs) }
  if (!(await claimCourriel(database, courriel, claimed))) return true
  // After sending or giving up, the text is not needed, and its link opens an account. The demonstration keeps it to
  // show it.
  const forgotten = demo === null ? { texte: '', html: '', desinscription: null } : {}
  try {
    await mailer.deliver(courriel)
  } catch (error) {
    const isUnreachable = error instanceof MailServerUnreachable
    const isOver = isUnknownAddress(error) || clock.now().getTime() - Date.parse(courriel.creeLe) >= deliveryTimeoutMs
    const { code, erreur } = failureOf(error)
    await storeDeliveryOutcome(database, courriel.id, {
      erreur,
      ...(isOver && { abandonneLe: nowIso(clock), ...forgotten }),
      prochainEssai: isoFromNow(clock, retryDelayMs(essais, { isUnreachable })),
    })
    if (isOver) logger.error({ courriel: courriel.id, essais, code }, 'mail given up')
    return !isUnreachable
  }
  await storeDeliveryOutcome(database, courriel.id, { envoyeLe: nowIso(clock), erreur: null, ...forgotten })
  return true
}
