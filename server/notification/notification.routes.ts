import { notificationEndpoints } from '#domain/notification/notification.endpoints.ts'
import { transactionAs } from '../grant/credential.ts'
import { orThrow } from '../http/problem.ts'
import { networkOf } from '../http/network.ts'
import type { Serve } from '../http/serve.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findNotifications } from './notification.repository.ts'
import { announce, markRead, notificationView } from './notification.usecases.ts'

export function registerNotifications(serve: Serve, deps: DatabaseDeps): void {
  const { database } = deps
  serve(notificationEndpoints.list, async ({ acteur }) =>
    (await findNotifications(database, acteur.id)).map(notificationView),
  )
  serve(notificationEndpoints.markRead, async ({ acteur, input }) => {
    const one = { utilisateurId: acteur.id, ...input.params }
    const [marked] = await transactionAs(deps, acteur, (transaction) => markRead(transaction, one))
    return notificationView(orThrow(marked, 'notification.introuvable'))
  })
  serve(notificationEndpoints.markAllRead, async ({ acteur }) => {
    const all = { utilisateurId: acteur.id }
    await transactionAs(deps, acteur, (transaction) => markRead(transaction, all))
    return { message: 'Toutes les notifications sont lues.' }
  })
  serve(notificationEndpoints.announce, async ({ acteur, resource, input, request }) => {
    const sender = { acteur, network: networkOf(request.ip) }
    const n = await announce(deps, { ...input.body, ...sender, evenement: resource })
    if (n === 0) return { message: "Personne n'est encore validé pour cet événement : aucune notification envoyée." }
    return { message: `Notification envoyée à ${n} ${n === 1 ? 'participant' : 'participants'}.` }
  })
}
