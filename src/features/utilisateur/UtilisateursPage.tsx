import { useRef } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { useSearchText } from '#src/ui/field/useSearchText.ts'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { NextPage } from '#src/ui/paging/NextPage.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { UtilisateursTable } from './UtilisateursTable.tsx'
import { useUtilisateurs } from './useUtilisateurs.ts'
import { type RoleFilter, roleOptions } from './utilisateurFilter.ts'
import css from './Utilisateurs.module.css'

interface Props {
  acteurId: number
  q: string
  role: RoleFilter
  onFilter: (change: { q?: string; role?: RoleFilter }) => void
}

/** All accounts, for administrators; search and filter are stored in the URL. */
export function UtilisateursPage({ acteurId, q, role, onFilter }: Props) {
  const [text, search] = useSearchText(q, (next) => onFilter({ q: next }))
  const list = useUtilisateurs({ text, role })
  const { query, online, counted } = list
  const clear = () => {
    search('')
    onFilter({ q: '', role: 'TOUS' })
  }
  return (
    <Page title="Utilisateurs">
      <PageHead title="Utilisateurs" />
      {list.isKnown && (
        <div className={css.finder}>
          <SearchField
            label="Rechercher un compte"
            placeholder="Nom ou adresse"
            value={text}
            maxLength={200}
            onSearch={search}
          />
          <Chips
            label="Filtrer par rôle"
            value={role}
            onChange={(next) => onFilter({ role: next })}
            options={roleOptions(counted)}
          />
          {!online && counted === null && query.data !== undefined && (
            <p className="meta">Hors ligne, la recherche porte sur les comptes gardés sur cet appareil.</p>
          )}
        </div>
      )}
      <QueryState
        query={query}
        loading={
          <LoadingBox label="Chargement des utilisateurs" rows={5} {...rowBox}>
            {!list.isKnown && <Skeleton height="6.5rem" radius="var(--radius-control)" />}
          </LoadingBox>
        }
        errorMessage={phrases.erreurChargement}
        errorDetail={refusalOr(query.error, 'Impossible de charger les utilisateurs.')}
      >
        {() =>
          list.isSearching ? (
            <LoadingBox label="Recherche en cours" rows={5} {...rowBox} />
          ) : (
            <Rows acteurId={acteurId} list={list} onClear={clear} />
          )
        }
      </QueryState>
    </Page>
  )
}

const rowBox = { height: '4.25rem', radius: 'var(--radius-control)' } as const

interface RowsProps extends Pick<Props, 'acteurId'> {
  list: ReturnType<typeof useUtilisateurs>
  onClear: () => void
}

function Rows({ acteurId, list, onClear }: RowsProps) {
  const { query, shown, online, isBusy, seulAdministrateurId } = list
  const rows = useRef<HTMLTableSectionElement>(null)
  return (
    <>
      <Status hidden>
        {query.hasNextPage
          ? count(shown.length, 'compte affiché', 'comptes affichés')
          : count(shown.length, 'compte', 'comptes')}
      </Status>
      {shown.length === 0 ? (
        // After the failure of a page, the others may have one.
        !query.isFetchNextPageError && <NoMatch title="Aucun compte ne correspond" onClear={onClear} />
      ) : (
        <UtilisateursTable {...{ acteurId, seulAdministrateurId, shown, rows, isBusy }} />
      )}
      <NextPage
        query={query}
        list={rows}
        online={online}
        label="Voir plus de comptes"
        errorMessage={phrases.erreurChargement}
      />
    </>
  )
}
