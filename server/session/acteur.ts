import type { FastifyRequest } from 'fastify'
import { nowIso } from '../clock.ts'
import type { AccessRequest } from '../http/accessRule.ts'
import type { ActeurConnecte, Credential } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ReadCache } from '../database/readCache.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { noteUse } from './appareil.repository.ts'
import { endedSession } from './liveSession.ts'
import { findSessionUtilisateur } from './session.repository.ts'
import { readToken } from './token.ts'

export interface SessionDeps extends DatabaseDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
}

/** What identifying the caller of a request needs. */
export interface ActeurDeps extends SessionDeps {
  readonly readCache: ReadCache
}

export interface ActeurEnSession extends ActeurConnecte {
  readonly credential: Extract<Credential, { kind: 'session' }>
}

/** The bearer token of a request, a session token or a grant; null when there is none. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/**
 * The signed-in person of a request, by token, session row and account. An ended session, a deactivated or archived
 * account and an invalid token all give the same 401.
 * @throws Problem session.fusionnee to a guest who became a part of an account; invite.refuse for a guest when the
 * endpoint is not for guests, before anything else is looked up
 */
export async function acteurOf(
  deps: ActeurDeps,
  { request, endpoint }: Pick<AccessRequest, 'request' | 'endpoint'>,
): Promise<ActeurEnSession> {
  const token = bearerOf(request)
  if (token === null) throw new Problem('session.requise')
  const claims = await readToken(deps, token)
  const person = claims && (await sessionOf(deps, claims.jti))
  if (!claims || !person || person.id !== claims.userId) throw await endedSession(deps, claims?.userId)
  // Best effort: reads must still work on a full disk, so a failure to record the use is ignored.
  await noteUse(deps, { ...person, jti: claims.jti }).catch(() => undefined)
  if (person.invite === 1 && !endpoint.invite) throw new Problem('invite.refuse')
  return {
    id: person.id,
    role: person.role,
    email: person.email ?? '',
    nom: person.nom,
    prenom: person.prenom,
    emailConfirme: person.emailConfirmeLe !== null,
    invite: person.invite === 1,
    credential: { kind: 'session', jti: claims.jti },
  }
}

async function sessionOf({ database, readCache, clock }: ActeurDeps, jti: string) {
  const person = await readCache.read(`session ${jti}`, () => findSessionUtilisateur(database, jti))
  return person && person.expire > nowIso(clock) ? person : undefined
}
