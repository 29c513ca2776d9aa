import { createFileRoute } from '@tanstack/react-router'
import { usePrefetchGalerie } from '#src/features/media/galerie.queries.ts'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { gallerySearch } from '../../../../-galleryPlace.ts'
import { idParams } from '../../../../-evenementId.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/medias')({
  params: idParams,
  validateSearch: gallerySearch,
  component: Evenement,
})

function Evenement() {
  const { id } = Route.useParams()
  usePrefetchGalerie(id, 'organisateur')
  return <EvenementOrganisateur id={id} tab="medias" search={Route.useSearch()} />
}
