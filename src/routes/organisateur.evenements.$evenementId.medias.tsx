import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { DeskPage } from '#src/features/media/DeskPage.tsx'
import { useReplayDecisions } from '#src/features/media/deskDecisions.ts'
import { AccesRefuse } from '#src/features/navigation/AccesRefuse.tsx'
import { requireRole } from './-guard.ts'
import { idFrom } from './-id.ts'

export const Route = createFileRoute('/organisateur/evenements/$evenementId/medias')({
  beforeLoad: ({ location, params }) => {
    requireRole('ORGANISATEUR')({ location })
    idFrom(params.evenementId)
  },
  component: Validation,
})

function Validation() {
  const evenementId = Number(Route.useParams().evenementId)
  const utilisateur = useUtilisateur()
  const evenement = useQuery(evenementOrganisateurQuery(evenementId)).data
  useReplayDecisions(utilisateur?.id)
  if (utilisateur === null) return null
  if (utilisateur.role !== 'ORGANISATEUR') return <AccesRefuse />
  return <DeskPage evenementId={evenementId} titre={evenement?.titre ?? 'Validation'} />
}
