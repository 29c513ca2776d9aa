import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { filters } from '#src/features/evenement/evenementFilter.ts'
import { OrganisateurEvenementsPage } from '#src/features/evenement/OrganisateurEvenementsPage.tsx'

const search = v.object({
  q: v.optional(v.fallback(v.string(), ''), ''),
  statut: v.optional(v.fallback(v.picklist(filters), 'TOUS'), 'TOUS'),
})

export const Route = createFileRoute('/_espace/organizer/evenements/')({
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ q: '', statut: 'TOUS' })] },
  component: Evenements,
})

function Evenements() {
  const { q, statut } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OrganisateurEvenementsPage
      q={q}
      statut={statut}
      onFilter={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
