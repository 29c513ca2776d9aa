import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { takeDefi } from '../cleAcces/defi.ts'
import { Problem } from '../http/problem.ts'
import { secretHash } from '../secrets/secretHash.ts'

const written: ReadonlySet<ErrorCode> = new Set([
  'session.identifiants',
  'session.code_incorrect',
  'session.cle_refusee',
  'session.cle_copiee',
  'cleAcces.refusee',
  'cleAcces.copiee',
])

interface RefusedLogin {
  readonly error: unknown
  /** Null when the account is unknown. */
  readonly utilisateurId: number | null
  /** The challenge of the attempt, to be marked as used. */
  readonly defi?: string | undefined
}

/**
 * Writes an audit row for a refused password, code or passkey, and marks its challenge as used. Call it after the
 * transaction of the login was rolled back.
 * @throws the error of the login
 */
export async function refuseLogin(deps: DatabaseDeps, { error, utilisateurId, defi }: RefusedLogin): Promise<never> {
  if (error instanceof Problem && written.has(error.code)) {
    const detail = error.code.endsWith('copiee') ? { raison: 'compteur' } : {}
    const objet = `utilisateur:${utilisateurId ?? 'inconnu'}`
    await deps.database.transaction().execute(async (database) => {
      const isTaken = defi !== undefined && (await takeDefi(database, { hash: secretHash(defi) }))
      // Unknown challenges are not rate-limited: without this check a client could fill the audit.
      if (utilisateurId === null && defi !== undefined && !isTaken) return
      await writeAudit(database, deps.clock, { acteurId: null, action: 'session/refusee', objet, detail })
    })
  }
  throw error
}
