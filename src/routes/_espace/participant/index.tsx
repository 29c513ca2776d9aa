import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { useEnvois, useGrants } from '#src/features/envoi/useEnvois.ts'
import { FeatureOfNow } from '#src/features/evenement/FeatureOfNow.tsx'
import { useEvenementsValides } from '#src/features/evenement/useMesEvenements.ts'
import { InvitationList } from '#src/features/invitation/InvitationList.tsx'
import { ParticipantDashboardPage } from '#src/features/tableau/ParticipantDashboardPage.tsx'

export const Route = createFileRoute('/_espace/participant/')({
  component: () => (
    <ConsentementGate title="Dashboard">
      <Dashboard />
    </ConsentementGate>
  ),
})

function Dashboard() {
  const utilisateur = useUtilisateur()
  const utilisateurId = utilisateur?.id ?? 0
  const ajout = useAjoutMedia()
  useGrants(useEvenementsValides(utilisateurId))
  return (
    <>
      <ParticipantDashboardPage
        prenom={utilisateur?.prenom ?? ''}
        feature={<FeatureOfNow utilisateurId={utilisateurId} onAdd={ajout.open} />}
        invitations={<InvitationList />}
        pending={useEnvois().count}
      />
      {ajout.sheet}
    </>
  )
}
