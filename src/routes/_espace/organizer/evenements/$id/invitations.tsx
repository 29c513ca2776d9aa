import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idParams } from '../../../../-evenementId.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { invitationsEnvoyeesQuery } from '#src/features/invitation/invitation.queries.ts'
import { liensQuery } from '#src/features/lien/lien.queries.ts'
import { prefetch } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/invitations')({
  params: idParams,
  loader: ({ context: { queryClient }, params: { id } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(id))
    prefetch(queryClient, invitationsEnvoyeesQuery(id))
    prefetch(queryClient, liensQuery(id))
  },
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Route.useParams().id} tab="invitations" />
}
