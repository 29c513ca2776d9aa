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
    if (!(reason instanceof Error)) throw cause
    if (isUnreachable(reason)) throw new ConfigError(unreachableSentence(variable, reasonOf(reason)), { cause })
    if (codeOf(reason) === insufficientPrivilege) throw new ConfigError(ownerSentence(variable, reason), { cause })
    if (isOfEncryption(reason)) throw new ConfigError(encryptionSentence(variable, reason), { cause })
    throw cause
  }
}

function unreachableSentence(variable: string, reason: string): string {
  return (
    `${variable} : la base de données ne répond pas ou refuse l'accès (${reason}). / ` +
    `${variable}: the database does not answer or refuses access (${reason}).`
  )
}

/** Since version 15 PostgreSQL lets only the owner of a database create tables in it. */
const insufficientPrivilege = '42501'

function ownerSentence(variable: string, { message }: Error): string {
  return (
    `${variable} : l'utilisateur ne peut pas créer de tables dans cette base (${message}) : faites-en le propriétaire ` +
    `(ALTER DATABASE … OWNER TO …). / ${variable}: the user may not create tables in this database (${message}): make ` +
    'them its owner (ALTER DATABASE … OWNER TO …).'
  )
}

/** Includes a wrong password (class 28) and a missing database (3D000). */
function isUnreachable(error: Error): boolean {
  return databaseTroubleOf(error) === 'away' || /^(28|3D)/.test(codeOf(error))
}

/** What PostgreSQL says, or the code of the system, whose message has the address. */
function reasonOf(error: Error): string {
  const code = codeOf(error)
  return /^E[A-Z_]+$/.test(code) ? code : error.message
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function encryptionSentence(variable: string, { message }: Error): string {
  return (
    `${variable} : la connexion chiffrée échoue (${message}). / ` +
    `${variable}: the encrypted connection fails (${message}).`
  )
}

/** A server without TLS, a certificate that is refused, or the file of one that cannot be read. */
function isOfEncryption(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall === 'open' || /SSL|TLS|CERT|SIGNATURE/.test(code) || /\bSSL\b/.test(error.message)
}
