import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { evenementsOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { OrganisateurDashboardPage } from '#src/features/tableau/OrganisateurDashboardPage.tsx'

export const Route = createFileRoute('/_espace/organizer/')({ component: Dashboard })

function Dashboard() {
  return (
    <OrganisateurDashboardPage prenom={useUtilisateur()?.prenom ?? ''} query={useQuery(evenementsOrganisateurQuery)} />
  )
}
