import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { UtilisateursTable } from './UtilisateursTable.tsx'
import { utilisateursQuery } from './utilisateur.queries.ts'
import { filterUtilisateurs, type RoleFilter, roleOptions } from './utilisateurFilter.ts'
import css from './Utilisateurs.module.css'

interface Props {
  acteurId: number
  q: string
  role: RoleFilter
  onFilter: (change: { q?: string; role?: RoleFilter }) => void
}

/** All accounts, for administrators; search and filter are stored in the URL. */
export function UtilisateursPage({ acteurId, q, role, onFilter }: Props) {
  const query = useQuery(utilisateursQuery)
  return (
    <Page title="Utilisateurs">
      <PageHead title="Utilisateurs" />
      <QueryState
        query={query}
        loading={
          <LoadingBox label="Chargement des utilisateurs" rows={5} height="4.25rem" radius="var(--radius-control)">
            <Skeleton height="6.5rem" radius="var(--radius-control)" />
          </LoadingBox>
        }
        errorMessage={phrases.erreurChargement}
        errorDetail={refusalOr(query.error, 'Impossible de charger les utilisateurs.')}
      >
        {(utilisateurs) => (
          <>
            <div className={css.finder}>
              <SearchField
                label="Rechercher un compte"
                placeholder="Nom ou adresse"
                value={q}
                onSearch={(text) => onFilter({ q: text })}
              />
              <Chips
                label="Filtrer par rôle"
                value={role}
                onChange={(next) => onFilter({ role: next })}
                options={roleOptions(filterUtilisateurs(utilisateurs, q))}
              />
            </div>
            <Rows acteurId={acteurId} utilisateurs={utilisateurs} q={q} role={role} onFilter={onFilter} />
          </>
        )}
      </QueryState>
    </Page>
  )
}

function Rows({ acteurId, utilisateurs, onFilter, ...filter }: Props & { utilisateurs: readonly Utilisateur[] }) {
  // Deferred: the search field stays responsive while a long list re-renders.
  const { q, role } = useDeferredValue(filter)
  const shown = filterUtilisateurs(utilisateurs, q).filter(
    (utilisateur) => role === 'TOUS' || utilisateur.role === role,
  )
  return (
    <>
      <Status hidden>{count(shown.length, 'compte', 'comptes')}</Status>
      {shown.length === 0 ? (
        <NoMatch title="Aucun compte ne correspond" onClear={() => onFilter({ q: '', role: 'TOUS' })} />
      ) : (
        <UtilisateursTable acteurId={acteurId} utilisateurs={utilisateurs} shown={shown} />
      )}
    </>
  )
}
