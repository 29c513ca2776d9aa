import { noop } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { roles } from '#domain/utilisateur/utilisateur.ts'
import { UtilisateursPage } from '#src/features/utilisateur/UtilisateursPage.tsx'
import { requireRole } from '../-guard.ts'
import { utilisateursQuery } from '#src/features/utilisateur/utilisateurs.queries.ts'
import { searchParam } from '../-searchParam.ts'

const search = v.object({
  q: searchParam(v.string(), ''),
  role: searchParam(v.picklist(['TOUS', ...roles]), 'TOUS'),
})

export const Route = createFileRoute('/_espace/admin-settings')({
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ q: '', role: 'TOUS' })] },
  beforeLoad: requireRole('ADMINISTRATEUR'),
  loader: ({ context }) =>
    void context.queryClient.infiniteQuery(utilisateursQuery({ recherche: '', role: 'TOUS' })).catch(noop),
  component: AdminSettings,
})

function AdminSettings() {
  const { utilisateurId } = Route.useRouteContext()
  const { q, role } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <UtilisateursPage
      acteurId={utilisateurId}
      q={q}
      role={role}
      onFilter={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
