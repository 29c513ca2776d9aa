import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { AbonnementBox } from '#src/features/abonnement/AbonnementBox.tsx'
import { filters } from '#src/features/evenement/evenementFilterNames.ts'
import { OrganisateurEvenementsPage } from '#src/features/evenement/OrganisateurEvenementsPage.tsx'
import { evenementsOrganisateurQuery, limitesQuery } from '#src/features/evenement/evenement.queries.ts'
import { evenementsSupprimesQuery } from '#src/features/evenement/evenementsSupprimes.queries.ts'
import { abonnementQuery } from '#src/features/abonnement/abonnement.queries.ts'
import { prefetch } from '../../../-prefetch.ts'
import { searchParam } from '../../../-searchParam.ts'

const search = v.object({
  q: searchParam(v.string(), ''),
  statut: searchParam(v.picklist(filters), 'TOUS'),
  modifier: searchParam(v.fallback(v.union([v.number(), v.string()]), '')),
})

export const Route = createFileRoute('/_espace/organizer/evenements/')({
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ q: '', statut: 'TOUS' })] },
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, evenementsOrganisateurQuery)
    prefetch(queryClient, evenementsSupprimesQuery)
    prefetch(queryClient, abonnementQuery)
    prefetch(queryClient, limitesQuery)
  },
  component: Evenements,
})

function Evenements() {
  const { q, statut, modifier } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: abonnement } = useQuery(abonnementQuery)
  return (
    <OrganisateurEvenementsPage
      q={q}
      statut={statut}
      modifier={modifier}
      onModifier={(id) =>
        void navigate({
          search: (before) => ({ ...before, modifier: id }),
          // Closing the form replaces the history entry, so that the forward button does not open it again.
          replace: id === undefined,
          resetScroll: false,
        })
      }
      onCreated={(id) =>
        void navigate({ to: '/organizer/evenements/$id/qr', params: { id }, search: {}, replace: true })
      }
      abonnement={<AbonnementBox />}
      isSuspended={abonnement?.statut === 'SUSPENDU'}
      onFilter={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
