import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { gallerySearch } from '../../../../-gallerySearch.ts'
import { idParams } from '../../../../-evenementId.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { prefetch, prefetchGalerie } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/medias')({
  params: idParams,
  validateSearch: gallerySearch,
  loader: ({ context: { queryClient }, params: { id } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(id))
    prefetchGalerie(queryClient, id, 'organisateur')
  },
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Route.useParams().id} tab="medias" search={Route.useSearch()} />
}
