import type { Role } from '#domain/utilisateur/utilisateur.ts'
import type { AccessRules, AccessRequest } from '../http/accessRule.ts'
import { Problem } from '../http/problem.ts'
import { type ActeurEnSession, acteurOf, type ActeurDeps } from './acteur.ts'
import { type PresentedCookie, readRefreshCookie } from './refreshCookie.ts'

interface SignedInContext {
  acteur: ActeurEnSession
  resource: null
}

export interface SessionContexts {
  public: { acteur: null; resource: null }
  refreshCookie: { acteur: null; resource: PresentedCookie }
  session: SignedInContext
  participant: SignedInContext
  organisateur: SignedInContext
  'organisateur.soi': SignedInContext
  administrateur: SignedInContext
}

export function sessionAccess(deps: ActeurDeps) {
  const anyone = async (asked: AccessRequest): Promise<SignedInContext> => ({
    acteur: await acteurOf(deps, asked),
    resource: null,
  })
  const only = (role: Role) => async (asked: AccessRequest) => {
    const signed = await anyone(asked)
    if (signed.acteur.role !== role) throw new Problem('acces.refuse')
    return signed
  }
  return {
    public: () => Promise.resolve({ acteur: null, resource: null }),
    refreshCookie: ({ request }) => {
      const cookie = readRefreshCookie(request, deps)
      if (cookie === null) return Promise.reject(new Problem('session.expiree'))
      return Promise.resolve({ acteur: null, resource: cookie })
    },
    session: anyone,
    participant: only('PARTICIPANT'),
    organisateur: only('ORGANISATEUR'),
    // The id in the URL must be the caller's. Another id gets the refusal of a missing person.
    'organisateur.soi': async (asked) => {
      const signed = await only('ORGANISATEUR')(asked)
      if (asked.params()['id'] !== signed.acteur.id) throw asked.refusal()
      return signed
    },
    administrateur: only('ADMINISTRATEUR'),
  } satisfies AccessRules<SessionContexts>
}
