import { pushEndpoints } from '#domain/notification/push.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Pusher } from './pusher.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { removeAppareil } from './push.repository.ts'
import { subscribeAppareil } from './push.usecases.ts'

export function registerPush(
  serve: Serve,
  deps: DatabaseDeps & { readonly pusher: Pusher; readonly secrets: Secrets },
): void {
  serve(pushEndpoints.key, () => Promise.resolve({ cle: deps.secrets.vapid.publicKey }))
  serve(pushEndpoints.subscribe, async ({ acteur, input }) => {
    await subscribeAppareil(deps, { acteur, appareil: input.body })
    return { message: 'Cet appareil reçoit vos notifications.' }
  })
  serve(pushEndpoints.unsubscribe, async ({ acteur, input }) => {
    await removeAppareil(deps.database, { utilisateurId: acteur.id, ...input.body })
    return { message: 'Cet appareil ne reçoit plus vos notifications.' }
  })
}
