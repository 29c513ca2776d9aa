import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idFrom } from '../../../../-id.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/corbeille')({
  beforeLoad: ({ params }) => void idFrom(params.id),

  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Number(Route.useParams().id)} tab="corbeille" />
}
