import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { grantLifeMs } from '#domain/upload/uploadLimits.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { AccessRequest } from '../http/accessRule.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow } from '../http/problem.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { findActeur } from '../session/activeActeur.ts'
import { type ActeurDeps, acteurOf, bearerOf, type SessionDeps } from '../session/acteur.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { touchUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findGrantHolder, insertGrant, type Portee } from './grant.repository.ts'

/** The prefix distinguishes a grant from a session token; the secret after it has 256 bits. */
export const grantKinds: Readonly<Record<Portee, { prefix: string; refusal: ErrorCode }>> = {
  upload: { prefix: 'eg_', refusal: 'upload.autorisation_expiree' },
  moderation: { prefix: 'em_', refusal: 'media.autorisation_expiree' },
}

export interface GrantRequest {
  readonly acteur: ActeurConnecte
  readonly evenementId: number
  readonly portee: Portee
}

/**
 * Creates a credential narrower than a session: one person, one event, one scope, 72 h.
 * @throws Problem session.requise or session.expiree when the session has ended since the start of the request: its
 * end could not revoke a grant that did not exist yet
 */
export async function createGrant(deps: SessionDeps, { acteur, evenementId, portee }: GrantRequest) {
  const grant = `${grantKinds[portee].prefix}${randomBytes(32).toString('base64url')}`
  const expire = isoFromNow(deps.clock, grantLifeMs)
  await deps.database.transaction().execute(async (database) => {
    const { session } = await lockLiveSession({ ...deps, database }, acteur)
    await insertGrant(database, {
      tokenHash: secretHash(grant),
      utilisateurId: acteur.id,
      evenementId,
      portee,
      sessionId: session.jti,
      creeLe: nowIso(deps.clock),
      expire,
      revoqueLe: null,
    })
  })
  return { grant, expire }
}

/**
 * The caller of an endpoint of one event, by a session token or by a grant of that scope for that event.
 * @throws Problem session.requise or session.expiree for a session; the scope's refusal for a grant that is unknown,
 * expired, revoked, of a deactivated person or of another event
 */
export async function grantHolderOf(
  deps: ActeurDeps,
  asked: Pick<AccessRequest, 'request' | 'endpoint'>,
  { evenementId, portee }: Pick<GrantRequest, 'evenementId' | 'portee'>,
): Promise<ActeurConnecte> {
  const { prefix, refusal } = grantKinds[portee]
  const token = bearerOf(asked.request)
  if (!token?.startsWith(prefix)) return acteurOf(deps, asked)
  const [now, tokenHash] = [nowIso(deps.clock), secretHash(token)]
  const holder = await findGrantHolder(deps.database, { tokenHash, evenementId, portee, now })
  const credential = { kind: 'grant', tokenHash, inviteId: holder?.inviteId ?? null } as const
  const acteur = orThrow(holder && (await findActeur(deps.database, holder.utilisateurId, credential)), refusal)
  await touchUtilisateur(deps, acteur.id)
  return acteur
}
