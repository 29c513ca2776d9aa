import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import {
  type InvitationEnvoyee,
  type ReponseInvitation,
  statutInvitationLabels,
} from '#domain/invitation/invitation.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, isGone, NetworkError } from '#src/api/apiError.ts'
import { call, callDeletion } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { useReload } from '#src/api/useReload.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { isAlreadyInvited } from './invitationRefus.ts'

/** The participant's invitations, newest first. */
export const invitationsQuery = persistedQuery({
  queryKey: ['invitations'],
  meta: { live: ['notification', 'inscription'] },
  queryFn: ({ signal }) => call(invitationEndpoints.mine, { signal }),
})

const linkKey = 'invitation'

/** The invitation of a mailed link; reading it verifies the address it was sent to (product 6). */
export const invitationOfLinkQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: [linkKey, token],
    queryFn: ({ signal }) => call(invitationEndpoints.byToken, { params: { token: token ?? '' }, signal }),
    enabled: token !== undefined,
    staleTime: Infinity,
  })

/**
 * Whether the first answer about invitations is still awaited; false without network and after a failure. They push down
 * what is below them when they arrive.
 *
 * @param token of the mailed link that was opened
 */
export function useAreInvitationsLoading(token?: string): boolean {
  const all = useQuery({ ...invitationsQuery, enabled: !useIsGuest() })
  const ofLink = useQuery(invitationOfLinkQuery(token))
  return [all, ofLink].some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
}

/** Accepts or refuses, then refetches the lists. @param onAccepted called with the event's id */
export function useRepondre(onAccepted?: (evenementId: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, statut }: { id: number; statut: ReponseInvitation['statut'] }) =>
      call(invitationEndpoints.repondre, { params: { id }, body: { statut } }),
    onSuccess: ({ statut, evenement }) => {
      showToast({
        type: 'success',
        title: phrases.invitationReponse.replace('{status}', statutInvitationLabels[statut].label),
      })
      if (statut === 'ACCEPTEE') onAccepted?.(evenement.id)
    },
    onError: (error) => {
      showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) })
      // Revoked since it was opened by its mailed link: that is said in place of the ticket.
      if (isGone(error)) void client.resetQueries({ queryKey: [linkKey] })
    },
    onSettled: useReload(['invitations'], ['evenements']),
  })
}

export function useInviter(evenementId: number) {
  return useSending(evenementId, invitationEndpoints.inviter)
}

/** Invites an address without an account to create one, which also adds them to the event (product 13). */
export function useInviterInscription(evenementId: number) {
  return useSending(evenementId, invitationEndpoints.inviterInscription)
}

/** An invitation whose answer was lost may exist: when it is sent again and the server says so, it counts as sent. */
function useSending(evenementId: number, endpoint: (typeof invitationEndpoints)['inviter' | 'inviterInscription']) {
  const refresh = useRefreshEnvoyees(evenementId)
  const lost = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (email: string): Promise<{ email: string }> => {
      try {
        return await call(endpoint, { params: { id: evenementId }, body: { email } })
      } catch (error) {
        if (lost.current === email && isAlreadyInvited(error)) return { email }
        lost.current = error instanceof NetworkError ? email : undefined
        throw error
      }
    },
    onSuccess: refresh,
  })
}

/** Invitations of an own event, newest first, including revoked ones. */
export const invitationsEnvoyeesQuery = (evenementId: number) =>
  persistedQuery({
    queryKey: ['invitationsEnvoyees', evenementId],
    meta: { live: ['inscription'], evenementId },
    queryFn: ({ signal }) => call(invitationEndpoints.sent, { params: { id: evenementId }, signal }),
  })

interface FollowUp {
  readonly invitation: Pick<InvitationEnvoyee, 'id' | 'email'>
  readonly action: 'renvoyer' | 'revoquer'
}

/** Mails a pending invitation again, or revokes it. Its row shows errors. */
export function useFollowUp(evenementId: number) {
  return useMutation({
    mutationFn: async ({ invitation: { id }, action }: FollowUp) => {
      if (action === 'renvoyer') await call(invitationEndpoints.resend, { params: { id } })
      else await callDeletion(invitationEndpoints.revoke, { params: { id } }, ['invitation.introuvable'])
    },
    onSuccess: (_, { invitation: { email }, action }) =>
      showToast({
        type: 'success',
        title: action === 'renvoyer' ? 'Invitation renvoyée' : 'Invitation révoquée',
        message: email,
      }),
    onSettled: useReload(...envoyeesKeys(evenementId)),
  })
}

/** Refetches the lists that an invitation changes: sent invitations and registrations. */
export function useRefreshEnvoyees(evenementId: number): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all(envoyeesKeys(evenementId).map((queryKey) => client.invalidateQueries({ queryKey })))
}

function envoyeesKeys(evenementId: number) {
  return [
    ['invitationsEnvoyees', evenementId],
    ['inscriptions', evenementId],
  ]
}
