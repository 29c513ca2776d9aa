import type { UploadRow } from '../database/tables/medias.ts'
import { reachesUpload } from '../grant/credential.ts'
import { grantHolderOf } from '../grant/grant.ts'
import { type AccessContext, type AccessRules, type AccessRequest, rowAsked } from '../http/accessRule.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { ActeurDeps } from '../session/acteur.ts'
import { Problem } from '../http/problem.ts'
import { type Depot, findDepot, retryAfterDeletion } from './depot.ts'
import { findUpload } from './upload.repository.ts'

export interface UploadContexts {
  'evenement.deposant': AccessContext<Depot>
  'upload.proprietaire': AccessContext<{ upload: UploadRow; depot: Depot }>
}

/** Access rules of the endpoints that accept a grant as well as a session. */
export function uploadAccess(deps: ActeurDeps) {
  return {
    // The use case decides whether a deposit is allowed now. Cancelling and reading the state are always allowed.
    'evenement.deposant': async (asked) => {
      const { acteur, depot } = await deposantAsked(deps, asked)
      return { acteur, resource: depot }
    },
    'upload.proprietaire': async (asked) => {
      const { acteur, depot } = await deposantAsked(deps, asked)
      const upload = await findUpload(deps.database, {
        id: String(asked.params()['uploadId']),
        utilisateurId: acteur.id,
        evenementId: depot.evenement.id,
      })
      if (!upload || !reachesUpload(acteur, upload)) throw asked.refusal()
      return { acteur, resource: { upload, depot } }
    },
  } satisfies AccessRules<UploadContexts>
}

async function deposantAsked(
  deps: ActeurDeps,
  asked: AccessRequest,
): Promise<{ acteur: ActeurConnecte; depot: Depot }> {
  const evenementId = rowAsked((asked.request.params as { id?: string }).id)
  const acteur = await grantHolderOf(deps, asked, { evenementId, portee: 'upload' })
  const depot = await findDepot(deps, acteur, Number(asked.params()['id']))
  if (depot === null)
    throw new Problem(asked.refusal().code, { headers: await retryAfterDeletion(deps, acteur, evenementId) })
  // Without any registration, active or cancelled, the answer is the same as for an event that does not exist.
  if (!depot.inscription) throw asked.refusal()
  return { acteur, depot }
}
