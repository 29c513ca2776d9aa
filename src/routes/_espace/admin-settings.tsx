import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { roles } from '#domain/utilisateur/utilisateur.ts'
import { UtilisateursPage } from '#src/features/utilisateur/UtilisateursPage.tsx'
import { requireRole } from '../-guard.ts'

const search = v.object({ role: v.optional(v.fallback(v.picklist(['TOUS', ...roles]), 'TOUS'), 'TOUS') })

export const Route = createFileRoute('/_espace/admin-settings')({
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ role: 'TOUS' })] },
  beforeLoad: requireRole('ADMINISTRATEUR'),
  component: AdminSettings,
})

function AdminSettings() {
  const { role } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <UtilisateursPage role={role} onFilter={(next) => void navigate({ search: { role: next }, replace: true })} />
}
