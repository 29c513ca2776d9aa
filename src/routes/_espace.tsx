import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queryClient } from '#src/api/queryClient.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { useDelivered } from '#src/features/envoi/useDelivered.ts'
import { useEnvois, useQueueSession } from '#src/features/envoi/useEnvois.ts'
import { useAValider } from '#src/features/evenement/useAValider.ts'
import { useReplayDecisions } from '#src/features/media/deskDecisions.ts'
import { galerieQuery } from '#src/features/media/media.queries.ts'
import { Shell } from '#src/features/navigation/Shell.tsx'
import { requireSession } from './-guard.ts'

export const Route = createFileRoute('/_espace')({ beforeLoad: requireSession, component: Espace })

function Espace() {
  const utilisateur = useUtilisateur()
  const isOrganisateur = utilisateur?.role === 'ORGANISATEUR'
  const aValider = useAValider(isOrganisateur)
  const envois = useEnvois()
  useQueueSession(utilisateur?.role === 'PARTICIPANT' ? utilisateur.id : undefined)
  useDelivered((evenementId) => void queryClient.invalidateQueries(galerieQuery(evenementId, 'participant')))
  useReplayDecisions(isOrganisateur ? utilisateur.id : undefined)
  if (utilisateur === null) return null
  return (
    <Shell utilisateur={utilisateur} envois={envois} aValider={aValider}>
      <Outlet />
    </Shell>
  )
}
