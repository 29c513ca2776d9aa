import { createFileRoute } from '@tanstack/react-router'
import { EvenementParticipant } from '../../../../-EvenementParticipant.tsx'
import { evenementSearch } from '../../../../-gallerySearch.ts'
import { idParams } from '../../../../-evenementId.ts'
import { prefetchEvenementParticipant } from '../../../../-prefetch.ts'
import { Consenti } from '../../../../-Consenti.tsx'

export const Route = createFileRoute('/_espace/participant/evenements/$id/')({
  params: idParams,
  validateSearch: evenementSearch,
  loader: ({ context, params }) => prefetchEvenementParticipant(context.queryClient, params.id),
  component: () => (
    <Consenti title="Événement">
      <Evenement />
    </Consenti>
  ),
})

function Evenement() {
  return <EvenementParticipant id={Route.useParams().id} view="colonnes" search={Route.useSearch()} />
}
