import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idParams } from '../../../../-evenementId.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { prefetch } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/')({
  params: idParams,
  loader: ({ context, params }) => prefetch(context.queryClient, evenementOrganisateurQuery(params.id)),
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Route.useParams().id} tab="details" />
}
