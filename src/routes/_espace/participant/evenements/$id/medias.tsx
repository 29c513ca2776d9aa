import { createFileRoute } from '@tanstack/react-router'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { EvenementParticipant } from '../../../../-EvenementParticipant.tsx'
import { gallerySearch } from '../../../../-gallerySearch.ts'
import { idParams } from '../../../../-evenementId.ts'
import { prefetchEvenementParticipant } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/participant/evenements/$id/medias')({
  params: idParams,
  validateSearch: gallerySearch,
  loader: ({ context, params }) => prefetchEvenementParticipant(context.queryClient, params.id),
  component: () => (
    <ConsentementGate title="Événement">
      <Evenement />
    </ConsentementGate>
  ),
})

function Evenement() {
  return <EvenementParticipant id={Route.useParams().id} view="album" search={Route.useSearch()} />
}
