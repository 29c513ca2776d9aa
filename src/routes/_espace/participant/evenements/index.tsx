import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { ParticipantEvenementsPage } from '#src/features/evenement/ParticipantEvenementsPage.tsx'
import { InvitationList } from '#src/features/invitation/InvitationList.tsx'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { isGuest } from '#src/api/session.ts'
import { invitationsQuery, useAreInvitationsLoading } from '#src/features/invitation/invitation.queries.ts'
import { prefetch, whenConsented } from '../../../-prefetch.ts'
import { searchParam } from '../../../-searchParam.ts'
import { Consenti } from '../../../-Consenti.tsx'

export const Route = createFileRoute('/_espace/participant/evenements/')({
  validateSearch: v.object({ invitation: searchParam(v.string()) }),
  loader: ({ context: { queryClient } }) =>
    whenConsented(queryClient, () => {
      prefetch(queryClient, mesEvenementsQuery)
      if (!isGuest()) prefetch(queryClient, invitationsQuery)
    }),
  component: () => (
    <Consenti title="Événements">
      <Evenements />
    </Consenti>
  ),
})

function Evenements() {
  const { utilisateurId } = Route.useRouteContext()
  const { invitation } = Route.useSearch()
  const navigate = Route.useNavigate()
  const ajout = useAjoutMedia()
  return (
    <>
      <ParticipantEvenementsPage
        utilisateurId={utilisateurId}
        invitations={
          <InvitationList
            token={invitation}
            onLinkAccepted={(id) => void navigate({ to: '/participant/evenements/$id', params: { id } })}
          />
        }
        areInvitationsLoading={useAreInvitationsLoading(invitation)}
        invitationsLead={invitation !== undefined}
        onAdd={ajout.open}
      />
      {ajout.sheet}
    </>
  )
}
