import { createFileRoute } from '@tanstack/react-router'
import { EvenementParticipant } from '../../../../-EvenementParticipant.tsx'
import { idFrom, mediaSearch } from '../../../../-id.ts'

export const Route = createFileRoute('/_espace/participant/evenements/$id/medias')({
  beforeLoad: ({ params }) => void idFrom(params.id),
  validateSearch: mediaSearch,
  component: Evenement,
})

function Evenement() {
  return <EvenementParticipant id={Number(Route.useParams().id)} media={Route.useSearch().media} startsAtMedias />
}
