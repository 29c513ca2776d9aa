import { endpoints } from '#domain/contract/endpoints.ts'
import { networkOf } from '../http/network.ts'
import type { Serve } from '../http/serve.ts'
import {
  answerInvitationAs,
  type InvitationDeps,
  inviteParticipant,
  listInvitations,
  openInvitationLink,
} from './invitation.usecases.ts'
import { inviteUnknown, listSentInvitations, resendInvitation, revokeInvitation } from './sentInvitation.usecases.ts'

const lines = endpoints.invitation

export function registerInvitation(serve: Serve, deps: InvitationDeps): void {
  serve(lines.inviter, async ({ acteur, resource, input, request }) => {
    const { email } = input.body
    const network = networkOf(request.ip)
    const { id, statut, ...sent } = await inviteParticipant(deps, { acteur, evenementId: resource.id, email, network })
    return { id, statut, email: sent.email, message: `Invitation envoyée à ${sent.email}.` }
  })
  serve(lines.inviterInscription, ({ acteur, resource, input, request }) => {
    const { email } = input.body
    return inviteUnknown(deps, { acteur, evenementId: resource.id, email, network: networkOf(request.ip) })
  })
  serve(lines.sent, ({ resource }) => listSentInvitations(deps, resource.id))
  serve(lines.resend, ({ acteur, resource, request }) =>
    resendInvitation(deps, { acteur, invitation: resource, network: networkOf(request.ip) }),
  )
  serve(lines.revoke, ({ acteur, resource }) => revokeInvitation(deps, { acteur, invitation: resource }))
  serve(lines.mine, ({ acteur }) => listInvitations(deps, acteur))
  serve(lines.byToken, ({ acteur, input }) => openInvitationLink(deps, acteur, input.params.token))
  serve(lines.repondre, ({ acteur, resource, input }) =>
    answerInvitationAs(deps, { acteur, invitation: resource, reponse: input.body }),
  )
}
