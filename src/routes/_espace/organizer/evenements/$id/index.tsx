import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idParams } from '../../../../-evenementId.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { liensQuery } from '#src/features/lien/lien.queries.ts'
import { demandesQuery } from '#src/features/moderation/desk.queries.ts'
import { prefetch } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/')({
  params: idParams,
  loader: ({ context: { queryClient }, params: { id } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(id))
    prefetch(queryClient, liensQuery(id))
    prefetch(queryClient, demandesQuery(id))
  },
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Route.useParams().id} tab="details" />
}
