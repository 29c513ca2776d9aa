import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { takeDefi } from '../cleAcces/defi.ts'
import { Problem } from '../http/problem.ts'
import { secretHash } from '../secretHash.ts'

const written: ReadonlySet<ErrorCode> = new Set([
  'session.identifiants',
  'session.code_incorrect',
  'session.cle_refusee',
  'session.cle_copiee',
  'cleAcces.refusee',
  'cleAcces.copiee',
])

interface Refused {
  /** What it failed with. */
  readonly error: unknown
  /** Null when it is not known whose login it was. */
  readonly utilisateurId: number | null
  /** The challenge that was answered; it is used up. */
  readonly defi?: string | undefined
}

/**
 * Writes down that a password, a code or a passkey was refused, and uses its challenge up. After the transaction that
 * was to take it, which was rolled back.
 * @throws the error it failed with
 */
export async function refuseLogin(deps: DatabaseDeps, { error, utilisateurId, defi }: Refused): Promise<never> {
  if (error instanceof Problem && written.has(error.code)) {
    const detail = error.code.endsWith('copiee') ? { raison: 'compteur' } : {}
    const objet = `utilisateur:${utilisateurId ?? 'inconnu'}`
    await deps.database.transaction().execute(async (database) => {
      const isTaken = defi !== undefined && (await takeDefi(database, { hash: secretHash(defi) }))
      // An unknown challenge was never counted by a limit: whoever sends many must not fill the audit.
      if (utilisateurId === null && defi !== undefined && !isTaken) return
      await writeAudit(database, deps.clock, { acteurId: null, action: 'session/refusee', objet, detail })
    })
  }
  throw error
}
