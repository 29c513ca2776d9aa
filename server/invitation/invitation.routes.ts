import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
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

export function registerInvitation(serve: Serve, deps: InvitationDeps): void {
  serve(invitationEndpoints.inviter, async ({ acteur, resource, input, request }) => {
    const { email } = input.body
    const network = networkOf(request.ip)
    const { id, statut, ...sent } = await inviteParticipant(deps, { acteur, evenementId: resource.id, email, network })
    return { id, statut, email: sent.email, message: `Invitation envoyée à ${sent.email}.` }
  })
  serve(invitationEndpoints.inviterInscription, ({ acteur, resource, input, request }) => {
    const { email } = input.body
    return inviteUnknown(deps, { acteur, evenementId: resource.id, email, network: networkOf(request.ip) })
  })
  serve(invitationEndpoints.sent, ({ resource }) => listSentInvitations(deps, resource.id))
  serve(invitationEndpoints.resend, ({ acteur, resource, request }) =>
    resendInvitation(deps, { acteur, invitation: resource, network: networkOf(request.ip) }),
  )
  serve(invitationEndpoints.revoke, ({ acteur, resource }) => revokeInvitation(deps, { acteur, invitation: resource }))
  serve(invitationEndpoints.mine, ({ acteur }) => listInvitations(deps, acteur))
  serve(invitationEndpoints.byToken, ({ acteur, input }) => openInvitationLink(deps, acteur, input.params.token))
  serve(invitationEndpoints.repondre, ({ acteur, resource, input }) =>
    answerInvitationAs(deps, { acteur, invitation: resource, reponse: input.body }),
  )
}
