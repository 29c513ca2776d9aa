import { createFileRoute } from '@tanstack/react-router'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { EvenementParticipant } from '../../../../-EvenementParticipant.tsx'
import { evenementSearch } from '../../../../-galleryPlace.ts'
import { idFrom } from '../../../../-id.ts'

export const Route = createFileRoute('/_espace/participant/evenements/$id/')({
  beforeLoad: ({ params }) => void idFrom(params.id),
  validateSearch: evenementSearch,
  component: () => (
    <ConsentementGate title="Événement">
      <Evenement />
    </ConsentementGate>
  ),
})

function Evenement() {
  return <EvenementParticipant id={Number(Route.useParams().id)} view="colonnes" search={Route.useSearch()} />
}
