import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { evenementsOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { MurDeMedias } from '#src/features/media/MurDeMedias.tsx'
import { OrganisateurDashboardPage } from '#src/features/tableau/OrganisateurDashboardPage.tsx'
import { depotsQuery, tableauOrganisateurQuery } from '#src/features/tableau/tableau.queries.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { validEntries } from '#src/api/entries.ts'
import { prefetch } from '../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/')({
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, tableauOrganisateurQuery)
    prefetch(queryClient, evenementsOrganisateurQuery)
    prefetch(queryClient, depotsQuery)
  },
  component: Dashboard,
})

function Dashboard() {
  const { utilisateurId } = Route.useRouteContext()
  const tableau = useQuery(tableauOrganisateurQuery)
  const evenements = useQuery(evenementsOrganisateurQuery)
  return (
    <OrganisateurDashboardPage
      prenom={useUtilisateur()?.prenom ?? ''}
      tableau={tableau}
      evenements={evenements}
      wall={
        <MurDeMedias
          medias={tableau.data?.derniersMedias ?? []}
          utilisateurId={utilisateurId}
          space="organisateur"
          fuseauOf={(id) => validEntries(evenements.data).find((evenement) => evenement.id === id)?.fuseau}
        />
      }
    />
  )
}
