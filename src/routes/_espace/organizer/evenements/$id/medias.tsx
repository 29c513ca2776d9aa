import { createFileRoute } from '@tanstack/react-router'
import { usePrefetchGalerie } from '#src/features/media/galerie.queries.ts'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { gallerySearch } from '../../../../-galleryPlace.ts'
import { idFrom } from '../../../../-id.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/medias')({
  beforeLoad: ({ params }) => void idFrom(params.id),
  validateSearch: gallerySearch,
  component: Evenement,
})

function Evenement() {
  const id = Number(Route.useParams().id)
  usePrefetchGalerie(id, 'organisateur')
  return <EvenementOrganisateur id={id} tab="medias" search={Route.useSearch()} />
}
