import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { useTitreOf } from '#src/features/evenement/useMesEvenements.ts'
import { AvisInvite } from '#src/features/notification/AvisInvite.tsx'

export const Route = createFileRoute('/_espace/participant/envois')({ component: Envois })

function Envois() {
  const utilisateur = useUtilisateur()
  return <EnvoisPage titreOf={useTitreOf()} offer={utilisateur && <AvisInvite utilisateurId={utilisateur.id} />} />
}
