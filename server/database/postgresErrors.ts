import { ConfigError } from '../config.ts'
import { databaseTroubleOf } from './databaseError.ts'

/** Runs work with the database that a variable names. @throws ConfigError when it is unreachable or refuses access */
export async function withConfigErrors(variable: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    // The migrations wrap it.
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
    if (isUnreachable(reason)) throw new ConfigError(unreachableSentence(variable), { cause })
    if (isOfEncryption(reason)) throw new ConfigError(encryptionSentence(variable, reason), { cause })
    throw cause
  }
}

function unreachableSentence(variable: string): string {
  return (
    `${variable} : la base de données ne répond pas ou refuse l'accès. / ` +
    `${variable}: the database does not answer or refuses access.`
  )
}

/** Includes a wrong password (class 28) and a missing database (3D000). */
function isUnreachable(error: unknown): boolean {
  if (databaseTroubleOf(error) === 'away') return true
  return error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code))
}

function encryptionSentence(variable: string, { message }: Error): string {
  return (
    `${variable} : la connexion chiffrée échoue (${message}). / ` +
    `${variable}: the encrypted connection fails (${message}).`
  )
}

/** A server without TLS, a certificate that is refused, or the file of one that cannot be read. */
function isOfEncryption(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall === 'open' || /SSL|TLS|CERT|SIGNATURE/.test(code) || /\bSSL\b/.test(error.message)
}
