import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idParams } from '../../../../-evenementId.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { corbeilleQuery } from '#src/features/media/corbeille.queries.ts'
import { prefetch } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/corbeille')({
  params: idParams,
  loader: ({ context: { queryClient }, params: { id } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(id))
    prefetch(queryClient, corbeilleQuery(id))
  },
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Route.useParams().id} tab="corbeille" />
}
