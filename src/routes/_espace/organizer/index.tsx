import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { evenementsOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { MurDeMedias } from '#src/features/media/MurDeMedias.tsx'
import { OrganisateurDashboardPage } from '#src/features/tableau/OrganisateurDashboardPage.tsx'
import { tableauOrganisateurQuery } from '#src/features/tableau/tableau.queries.ts'

export const Route = createFileRoute('/_espace/organizer/')({ component: Dashboard })

function Dashboard() {
  const utilisateur = useUtilisateur()
  const tableau = useQuery(tableauOrganisateurQuery)
  return (
    <OrganisateurDashboardPage
      tableau={tableau}
      evenements={useQuery(evenementsOrganisateurQuery)}
      wall={
        <MurDeMedias
          medias={tableau.data?.derniersMedias ?? []}
          utilisateurId={utilisateur?.id ?? 0}
          space="organisateur"
        />
      }
    />
  )
}
