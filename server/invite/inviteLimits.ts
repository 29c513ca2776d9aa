import { hourMs } from '#domain/contract/durations.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findLienVivant } from '../lien/lien.repository.ts'
import { addAttempt, assertRoomLeft, countAttempt, hasAttemptFrom } from '../tentative/rateLimit.ts'
import { waitWords } from '../tentative/tooManyAttempts.ts'

const windowMs = hourMs
const limits = { perLien: 300, refusedPerNetwork: 60 }

/** Refusals that someone who holds a valid link does not get: a wrong code, a link for accounts, an ended key. */
const wrongTries = new Set<ErrorCode>([
  'lien.introuvable',
  'lien.compte_requis',
  'lien.entree_terminee',
  'inscription.annulee',
])

interface Entry {
  readonly code: string
  /** See networkOf. */
  readonly network: string
}

/**
 * Runs an entry within the limits of a network (decision 61). Only wrong tries count: at a venue, hundreds of guests
 * share one network. A network over the limit still enters by a link through which it brought a guest in the last hour.
 * @throws Problem lien.trop_d_invites with Retry-After
 */
export async function limitTriesOf<T>(
  deps: DatabaseDeps,
  { code, network }: Entry,
  enter: () => Promise<T>,
): Promise<T> {
  const tries = { cle: `invites-refus:${network}`, limit: limits.refusedPerNetwork, windowMs }
  try {
    if (!(await isOwnVenue(deps, { code, network }))) await assertRoomLeft(deps, tries)
    return await enter()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (wrongTries.has(error.code)) await countAttempt(deps, tries).catch(rethrowAsInvites)
    return rethrowAsInvites(error)
  }
}

async function isOwnVenue(deps: DatabaseDeps, { code, network }: Entry): Promise<boolean> {
  const lien = await findLienVivant(deps.database, code)
  return lien !== undefined && hasAttemptFrom(deps, { cle: keyOf(lien.id), origine: network, windowMs })
}

/**
 * Counts a new guest of a link.
 * @param deps with the database of the transaction that creates the guest
 * @throws Problem requete.trop_de_tentatives
 */
export async function countInvite(deps: DatabaseDeps, lienId: number, network: string): Promise<void> {
  await addAttempt(deps, { cle: keyOf(lienId), limit: limits.perLien, windowMs }, network)
}

function keyOf(lienId: number): string {
  return `invites:${lienId}`
}

function rethrowAsInvites(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'requete.trop_de_tentatives') throw error
  const attente = waitWords(Number(error.headers['Retry-After']))
  throw new Problem('lien.trop_d_invites', { values: { attente }, headers: error.headers })
}
