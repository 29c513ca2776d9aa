import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { useGrants } from '#src/features/envoi/useEnvois.ts'
import { ParticipantEvenementsPage } from '#src/features/evenement/ParticipantEvenementsPage.tsx'
import { useEvenementsValides } from '#src/features/evenement/useMesEvenements.ts'
import { InvitationList } from '#src/features/invitation/InvitationList.tsx'

export const Route = createFileRoute('/_espace/participant/evenements/')({
  component: () => (
    <ConsentementGate title="Événements">
      <Evenements />
    </ConsentementGate>
  ),
})

function Evenements() {
  const utilisateurId = useUtilisateur()?.id ?? 0
  const ajout = useAjoutMedia()
  useGrants(useEvenementsValides(utilisateurId))
  return (
    <>
      <ParticipantEvenementsPage utilisateurId={utilisateurId} invitations={<InvitationList />} onAdd={ajout.open} />
      {ajout.sheet}
    </>
  )
}
