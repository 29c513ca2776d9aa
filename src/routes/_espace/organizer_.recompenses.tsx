import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { useUtilisateur } from '#src/api/useSession.ts'
import { evenementsOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { AccesRefuse } from '#src/features/navigation/RoleGate.tsx'
import { RecompensesPage } from '#src/features/recompense/RecompensesPage.tsx'
import { requireRole } from '../-guard.ts'
import { searchParam } from '../-searchParam.ts'

/** Outside the organiser's layout route: administrators have access too (product 3). */
export const Route = createFileRoute('/_espace/organizer_/recompenses')({
  validateSearch: v.object({ evenement: searchParam(v.number()) }),
  beforeLoad: requireRole('ORGANISATEUR', 'ADMINISTRATEUR'),
  component: Recompenses,
})

function Recompenses() {
  const role = useUtilisateur()?.role
  const navigate = Route.useNavigate()
  const { evenement } = Route.useSearch()
  const isOrganisateur = role === 'ORGANISATEUR'
  const evenements = useQuery({ ...evenementsOrganisateurQuery, enabled: isOrganisateur })
  if (role === 'PARTICIPANT') return <AccesRefuse />
  return (
    <RecompensesPage
      evenements={isOrganisateur ? evenements : null}
      evenementId={evenement}
      onChoose={(id) => void navigate({ search: { evenement: id }, replace: true, resetScroll: false })}
    />
  )
}
