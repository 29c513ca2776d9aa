import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { useSearchText } from '#src/ui/field/useSearchText.ts'
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
  const [text, search] = useSearchText(q, (next) => onFilter({ q: next }))
  const clear = () => {
    search('')
    onFilter({ q: '', role: 'TOUS' })
  }
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
              <SearchField label="Rechercher un compte" placeholder="Nom ou adresse" value={text} onSearch={search} />
              <Chips
                label="Filtrer par rôle"
                value={role}
                onChange={(next) => onFilter({ role: next })}
                options={roleOptions(filterUtilisateurs(utilisateurs, text))}
              />
            </div>
            <Rows acteurId={acteurId} utilisateurs={utilisateurs} q={text} role={role} onClear={clear} />
          </>
        )}
      </QueryState>
    </Page>
  )
}

interface RowsProps extends Pick<Props, 'acteurId' | 'q' | 'role'> {
  utilisateurs: readonly Utilisateur[]
  onClear: () => void
}

function Rows({ acteurId, utilisateurs, onClear, ...filter }: RowsProps) {
  // Deferred: the search field stays responsive while a long list re-renders.
  const { q, role } = useDeferredValue(filter)
  const shown = filterUtilisateurs(utilisateurs, q).filter(
    (utilisateur) => role === 'TOUS' || utilisateur.role === role,
  )
  return (
    <>
      <Status hidden>{count(shown.length, 'compte', 'comptes')}</Status>
      {shown.length === 0 ? (
        <NoMatch title="Aucun compte ne correspond" onClear={onClear} />
      ) : (
        <UtilisateursTable acteurId={acteurId} utilisateurs={utilisateurs} shown={shown} />
      )}
    </>
  )
}
