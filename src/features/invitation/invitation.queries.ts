import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import { type ReponseInvitation, statutInvitationLabels } from '#domain/invitation/invitation.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { sentenceOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { keptQuery } from '#src/api/keptQuery.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** The participant's invitations, newest first. */
export const invitationsQuery = keptQuery({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call(invitationEndpoints.mine, { signal }),
})

/** The invitation behind a mailed link; reading it proves the address it was sent to (product 6). */
export const invitationOfLinkQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(invitationEndpoints.byToken, { params: { token: token ?? '' }, signal }),
    enabled: token !== undefined,
    staleTime: Infinity,
  })

/** Accepts or refuses; the lists are loaded again afterwards. */
export function useRepondre() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, statut }: { id: number; statut: ReponseInvitation['statut'] }) =>
      call(invitationEndpoints.repondre, { params: { id }, body: { statut } }),
    onSuccess: ({ statut }) =>
      showToast({
        type: 'success',
        title: phrases.invitationReponse.replace('{status}', statutInvitationLabels[statut].label),
      }),
    onError: (error) => showToast({ type: 'error', title: sentenceOr(error, phrases.erreurSurvenue) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['invitations'] }),
        client.invalidateQueries({ queryKey: ['evenements'] }),
      ]),
  })
}

/** Invites one address to an event. */
export function useInviter(evenementId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(invitationEndpoints.inviter, { params: { id: evenementId }, body: { email } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['inscriptions', evenementId] }),
  })
}
