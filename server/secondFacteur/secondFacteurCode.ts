import { randomBytes } from 'node:crypto'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { clearAttempts, countAttempt } from '../tentative/rateLimit.ts'
import { openSecret } from './sealedSecret.ts'
import { replaceCodesSecours, type SecondFacteurRow, takeCodeSecours, takeStep } from './secondFacteur.repository.ts'
import { stepOfCode } from './totp.ts'

export interface CodeDeps extends DatabaseDeps {
  readonly secrets: Secrets
}

const guesses = { limit: 5, windowMs: 15 * 60_000 }
const codesSecours = 10
/** 32 characters, without the similar-looking 0, 1, I and O. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 120 bits: from 112 bits on, an unsalted hash is acceptable (OWASP ASVS 5.0, 6.5.2). */
const codeLetters = 24

/**
 * Counts an attempt at a person's code before the check: five in 15 minutes.
 * @throws Problem requete.trop_de_tentatives
 */
export async function countGuess(deps: DatabaseDeps, utilisateurId: number): Promise<void> {
  await countAttempt(deps, { cle: cleOf(utilisateurId), ...guesses })
}

/** Resets the attempts after a correct code. */
export async function forgetGuesses(deps: Pick<DatabaseDeps, 'database'>, utilisateurId: number): Promise<void> {
  await clearAttempts(deps, cleOf(utilisateurId))
}

/**
 * Checks a code and marks it as used: six digits of the app, or a recovery code.
 * @param owner facteur: the authenticator app; null when only recovery codes are accepted
 * @param code normalized, without spaces and hyphens
 * @returns false when it is wrong, expired or already used
 */
export async function takeCode(
  { database, clock, secrets }: CodeDeps,
  { utilisateurId, facteur }: { utilisateurId: number; facteur: SecondFacteurRow | null },
  code: string,
): Promise<boolean> {
  if (!isAppCode(code)) return takeCodeSecours(database, { utilisateurId, hash: secretHash(code), now: nowIso(clock) })
  const secret = facteur && openSecret(secrets, utilisateurId, facteur.secret)
  const step = secret === null ? null : stepOfCode(secret, code, clock.now().getTime())
  return facteur !== null && step !== null && (await takeStep(database, facteur.id, step))
}

/** Whether a code has the form of those of an authenticator app: six digits. Recovery codes have letters. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** Creates ten recovery codes and replaces the old ones; only hashes are stored. @returns the codes, formatted */
export async function makeCodesSecours(database: Database, utilisateurId: number): Promise<string[]> {
  const codes = Array.from({ length: codesSecours }, newCode)
  await replaceCodesSecours(database, utilisateurId, codes.map(secretHash))
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

function newCode(): string {
  // 256 is divisible by 32, so that each letter is equally likely.
  return Array.from(randomBytes(codeLetters), (byte) => alphabet[byte % alphabet.length]).join('')
}

function cleOf(utilisateurId: number): string {
  return `code:${utilisateurId}`
}
