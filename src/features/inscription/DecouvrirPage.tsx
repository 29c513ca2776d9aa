import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { type Evenement, matchesSearch } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { validEntries } from '#src/api/entries.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { NextPage } from '#src/ui/paging/NextPage.tsx'
import { useLoadUntilFound } from '#src/ui/paging/useLoadUntilFound.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { MonEvenement } from './MonEvenement.tsx'
import { type AskedParticipation, Participer } from './Participer.tsx'

interface DecouvrirPart {
  readonly evenements: readonly (Evenement | null)[]
  readonly suite: string | null
}

interface Props {
  /** Public events that match the search; offline, all persisted ones. */
  query: UseInfiniteQueryResult<InfiniteData<DecouvrirPart>>
  /** The search in the address. */
  q: string
  /** The search once the typing paused: the one that the list answers. */
  recherche: string
  onSearch: (q: string) => void
  utilisateurId: number
  coverOf: (evenement: Evenement) => ReactNode
}

/** Public planned events: search, pagination, S'inscrire. */
export function DecouvrirPage({ query, q, recherche, onSearch, utilisateurId, coverOf }: Props) {
  const online = useOnline()
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<AskedParticipation | null>(null)
  const searched = recherche.trim() !== ''
  const all = validEntries(query.data?.pages.flatMap(({ evenements }) => evenements))
  const shown = online ? all : all.filter((evenement) => matchesSearch(evenement, recherche))
  const isSearching = useLoadUntilFound(query, { isWanted: online && searched && all.length === 0 })
  return (
    <Page title="Découvrir" back="/participant/evenements">
      <PageHead title="Découvrir" />
      <div className="stack" style={{ '--gap': 'var(--space-2)', marginBlockEnd: 'var(--space-3)' }}>
        <SearchField
          label="Rechercher un événement public"
          placeholder="Titre, description ou lieu"
          value={q}
          maxLength={200}
          onSearch={onSearch}
        />
        {!online && query.data !== undefined && (
          <p className="meta">Hors ligne, la recherche porte sur les événements gardés sur cet appareil.</p>
        )}
      </div>
      <QueryState
        query={query}
        errorMessage={phrases.evenementsErreur}
        loading={<LoadingBox label="Chargement des événements publics" rows={3} height="5rem" />}
      >
        {() =>
          isSearching ? (
            <LoadingBox label="Recherche en cours" rows={3} height="5rem" />
          ) : (
            <>
              <Status hidden>{searched && count(shown.length, 'événement trouvé', 'événements trouvés')}</Status>
              {/* After the failure of a page, the others may have one. */}
              {shown.length === 0 && !query.isFetchNextPageError && (
                <NothingHere searched={searched} onClear={() => onSearch('')} />
              )}
              <ul ref={list} aria-label="Événements publics" aria-busy={query.isPlaceholderData}>
                {shown.map((evenement) => (
                  <MonEvenement
                    key={evenement.id}
                    evenement={evenement}
                    utilisateurId={utilisateurId}
                    coverOf={coverOf}
                    onAction={(action) => setAsked({ evenement, action })}
                  />
                ))}
              </ul>
              <NextPage
                query={query}
                list={list}
                online={online}
                label="Voir plus d'événements"
                errorMessage={phrases.evenementsErreur}
              />
            </>
          )
        }
      </QueryState>
      {asked !== null && <Participer asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

function NothingHere({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  if (searched)
    return (
      <NoMatch title="Aucun événement trouvé" clear="Effacer la recherche" onClear={onClear}>
        Essayez un autre mot du titre, de la description ou du lieu.
      </NoMatch>
    )
  return (
    <EmptyState title="Aucun événement public pour le moment">
      Les événements auxquels un organisateur vous invite arrivent dans vos événements.
    </EmptyState>
  )
}
