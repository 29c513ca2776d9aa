import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idFrom, mediaSearch } from '../../../../-id.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/medias')({
  beforeLoad: ({ params }) => void idFrom(params.id),
  validateSearch: mediaSearch,
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Number(Route.useParams().id)} tab="medias" media={Route.useSearch().media} />
}
