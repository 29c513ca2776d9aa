import { endpoints } from '#domain/contract/endpoints.ts'
import type { Serve } from '../http/serve.ts'
import {
  answerInvitationAs,
  type InvitationDeps,
  inviteParticipant,
  listInvitations,
  openInvitationLink,
} from './invitation.usecases.ts'

const lines = endpoints.invitation

export function registerInvitation(serve: Serve, deps: InvitationDeps): void {
  serve(lines.inviter, async ({ acteur, objet, input }) => {
    const { email } = input.body
    const { id, statut, ...sent } = await inviteParticipant(deps, { acteur, evenementId: objet.id, email })
    return { id, statut, email: sent.email, message: `Invitation envoyée à ${sent.email}.` }
  })
  serve(lines.mine, ({ acteur }) => listInvitations(deps, acteur))
  serve(lines.byToken, ({ acteur, input }) => openInvitationLink(deps, acteur, input.params.token))
  serve(lines.repondre, ({ acteur, objet, input }) =>
    answerInvitationAs(deps, { acteur, invitation: objet, reponse: input.body }),
  )
}
