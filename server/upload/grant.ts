import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { uploadGrantLifeMs } from '#domain/upload/uploadLimits.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow } from '../http/problem.ts'
import { secretHash } from '../secretHash.ts'
import { findActeur } from '../session/activeActeur.ts'
import { acteurOf, bearerOf, type SessionDeps } from '../session/acteur.ts'
import { findGrantHolder, insertGrant } from './grant.repository.ts'

/** Tells a grant from a session token at a glance; the secret behind it has 256 bits. */
const prefix = 'eg_'

/** Gives a credential that can deposit to one event as one person, for 72 h (upload, "Credential"). */
export async function createGrant(deps: SessionDeps, acteur: ActeurConnecte, evenementId: number) {
  const grant = `${prefix}${randomBytes(32).toString('base64url')}`
  const expire = isoFromNow(deps.clock, uploadGrantLifeMs)
  await insertGrant(deps.database, {
    tokenHash: secretHash(grant),
    utilisateurId: acteur.id,
    evenementId,
    portee: 'upload',
    sessionId: acteur.jti,
    creeLe: nowIso(deps.clock),
    expire,
    revoqueLe: null,
  })
  return { grant, expire }
}

/**
 * Who deposits to an event: by a session token, or by a grant for that very event.
 * @throws Problem session.requise or session.expiree for a session, upload.autorisation_expiree for a grant that is
 * unknown, expired, revoked, of a deactivated person or of another event
 */
export async function deposantOf(
  deps: SessionDeps,
  request: FastifyRequest,
  evenementId: number,
): Promise<ActeurConnecte> {
  const token = bearerOf(request)
  if (!token?.startsWith(prefix)) return acteurOf(deps, request)
  const now = nowIso(deps.clock)
  const holder = await findGrantHolder(deps.database, { tokenHash: secretHash(token), evenementId, now })
  return orThrow(holder && (await findActeur(deps.database, holder.utilisateurId)), 'upload.autorisation_expiree')
}
