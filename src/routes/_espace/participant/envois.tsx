import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { useEvenementOf } from '#src/features/evenement/useMesEvenements.ts'
import { AvisInvite } from '#src/features/notification/AvisInvite.tsx'

export const Route = createFileRoute('/_espace/participant/envois')({ component: Envois })

function Envois() {
  const utilisateur = useUtilisateur()
  const evenementOf = useEvenementOf()
  return (
    <EnvoisPage
      titreOf={(id) => evenementOf(id)?.titre}
      offer={utilisateur && <AvisInvite utilisateurId={utilisateur.id} />}
    />
  )
}
