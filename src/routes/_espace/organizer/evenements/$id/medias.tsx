import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { gallerySearch } from '../../../../-galleryPlace.ts'
import { idFrom } from '../../../../-id.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/medias')({
  beforeLoad: ({ params }) => void idFrom(params.id),
  validateSearch: gallerySearch,
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Number(Route.useParams().id)} tab="medias" search={Route.useSearch()} />
}
