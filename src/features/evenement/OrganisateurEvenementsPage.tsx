import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { canCreateOneMore } from '#domain/abonnement/abonnement.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { validEntries } from '#src/api/entries.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { isRefused } from '#src/api/apiError.ts'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { count } from '#src/ui/text/quantities.ts'
import { SettledStatus } from '#src/ui/text/SettledStatus.tsx'
import { DeleteEvenementDialog } from './DeleteEvenementDialog.tsx'
import { evenementsOrganisateurQuery, limitesQuery } from './evenement.queries.ts'
import { activeCount, filtered, filterOptions } from './evenementFilter.ts'
import type { Filter } from './evenementFilterNames.ts'
import { EvenementForm } from './EvenementForm.tsx'
import { EvenementsSupprimes } from './EvenementsSupprimes.tsx'
import { OrganisateurEvenementCards } from './OrganisateurEvenementCards.tsx'
import { PlanBox } from './PlanBox.tsx'
import { useModifier } from './useModifier.ts'
import css from './OrganisateurEvenements.module.css'

interface Props {
  q: string
  statut: Filter
  onFilter: (change: { q?: string; statut?: Filter }) => void
  /** The event to edit, or "nouveau", from the URL: the back button closes the form. */
  modifier: string | number | undefined
  onModifier: (which: number | typeof nouveau | undefined) => void
  onCreated: (id: number) => void
  /** Status of the organiser's subscription. */
  abonnement: ReactNode
  /** Whether the payment of the plan is late. */
  isSuspended: boolean
}

const nouveau = 'nouveau'

/**
 * Plan box, subscription box, search, statut filter, cards; search and filter are stored in the URL. Without an event
 * the boxes come last: on a phone they would move the button that creates one below the screen. Before the first event an
 * organiser on the free plan is not offered another one.
 */
export function OrganisateurEvenementsPage({ q, statut, onFilter, modifier, abonnement, isSuspended, ...on }: Props) {
  const query = useQuery(evenementsOrganisateurQuery)
  useFailureToast(isRefused(query.error), phrases.evenementsErreur)
  const limits = useQuery(limitesQuery)
  const [removed, setRemoved] = useState<EvenementOrganisateur>()
  const evenements = validEntries(query.data)
  const close = () => on.onModifier(undefined)
  const isNew = modifier === nouveau
  const modified = useModifier({
    modifier: isNew ? undefined : modifier,
    evenements: query.data && evenements,
    onClose: close,
  })
  const active = activeCount(evenements)
  const isFull = limits.data !== undefined && !canCreateOneMore(active, limits.data)
  const max = limits.data?.max_evenements_actifs ?? 0
  const isEmpty = query.data?.length === 0 && !isFull
  const isFirst = isEmpty && limits.data?.plan === 'FREEMIUM'
  const planBoxes = !isFirst && (
    <>
      <PlanBox {...{ limits, evenements, isSuspended }} isCounting={query.isLoading} />
      {abonnement}
    </>
  )
  const create = () => on.onModifier(nouveau)
  return (
    <Page title="Événements">
      <PageHead title="Événements">
        <Button
          look={isFull ? undefined : 'primary'}
          disabled={isFull}
          title={isFull ? phrases.quotaTitre.replace('{n}', String(max)) : undefined}
          onClick={create}
        >
          <Plus />
          <span>
            Créer<span className="wide-only"> un événement</span>
          </span>
        </Button>
      </PageHead>
      {!isEmpty && planBoxes}
      <QueryState query={query} loading={<OrganisateurEvenementsLoading />} errorMessage={phrases.evenementsErreur}>
        {(entries) => (
          <>
            {entries.length > 0 && (
              <div className={css.finder}>
                <SearchField
                  label="Rechercher un événement"
                  placeholder="Titre, description ou lieu"
                  value={q}
                  onSearch={(text) => onFilter({ q: text })}
                />
                <Chips
                  label="Filtrer par statut"
                  value={statut}
                  options={filterOptions(evenements, q)}
                  onChange={(next) => onFilter({ statut: next })}
                />
              </div>
            )}
            <SettledStatus>
              {q.trim() === ''
                ? ''
                : count(filtered(entries, { q, statut }).length, 'événement trouvé', 'événements trouvés')}
            </SettledStatus>
            <OrganisateurEvenementCards
              entries={entries}
              filter={{ q, statut }}
              onClear={() => onFilter({ q: '', statut: 'TOUS' })}
              onCreate={isFull ? undefined : create}
              onEdit={({ id }) => on.onModifier(id)}
              onDelete={setRemoved}
            />
          </>
        )}
      </QueryState>
      {isEmpty && planBoxes}
      <EvenementsSupprimes />
      {isNew && <EvenementForm inAddress evenement={undefined} onClose={close} onCreated={on.onCreated} />}
      {modified && <EvenementForm key={modified.id} inAddress evenement={modified} onClose={close} />}
      {removed && <DeleteEvenementDialog evenement={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  )
}

function OrganisateurEvenementsLoading() {
  return (
    <Loading label="Chargement des événements">
      <div className={css.finder}>
        <Skeleton height="3.25rem" radius="var(--radius-control)" />
        <Skeleton height="3.1rem" radius="var(--radius-control)" />
      </div>
      <div className={css.orgEvents}>
        {[1, 2, 3].map((n) => (
          <div key={n} className={classNames(css.orgEvent, 'card')}>
            <div className={css.orgEventCover}>
              <Skeleton height="100%" radius="0" />
            </div>
            <div className={css.orgEventBody}>
              <Skeleton width="8rem" height="2.75rem" radius="var(--radius-control)" />
              <Skeleton width="14rem" height="1.5rem" />
              <Skeleton width="11rem" height="2.6rem" />
            </div>
            <div className={css.orgEventActions}>
              <Skeleton width="100%" height="5.75rem" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
