import { createFileRoute } from '@tanstack/react-router'
import { EvenementOrganisateur } from '../../../../-EvenementOrganisateur.tsx'
import { idParams } from '../../../../-evenementId.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/')({
  params: idParams,
  component: Evenement,
})

function Evenement() {
  return <EvenementOrganisateur id={Route.useParams().id} tab="details" />
}
