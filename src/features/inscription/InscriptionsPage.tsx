import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Inscription, statutInscriptionLabels, statutsInscription } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { isGone, refusalOr } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { Crumb } from '#src/ui/page/Crumb.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { Gauge } from '#src/ui/progress/Gauge.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { pluralStatut } from '#src/ui/text/quantities.ts'
import { type Filter, filterInscriptions, type View } from './inscriptionList.ts'
import type { LienNames } from './inscriptionWay.ts'
import { InscriptionsList } from './InscriptionsList.tsx'
import { inscriptionsQuery } from './inscription.queries.ts'
import { useSearchText } from '#src/ui/field/useSearchText.ts'
import css from './Inscriptions.module.css'

interface Props {
  evenementId: number
  evenement: { titre: string; capaciteMax?: number | null | undefined } | undefined
  /** Names of the event's links. */
  liens: LienNames
  view: View
  onView: (change: Partial<View>) => void
  onInvite: () => void
  /** Opens the message to the participants. */
  prevenir: ReactNode
  dialog: ReactNode
}

const impossible = 'Impossible de charger les inscriptions.'

/** Registrations of one event: search, filter with counts, single and bulk decisions. */
export function InscriptionsPage({ evenementId, evenement, liens, view, onView, onInvite, prevenir, dialog }: Props) {
  const [q, search] = useSearchText(view.q, (text) => onView({ q: text }))
  const changeView = ({ q: text, ...rest }: Partial<View>) => {
    if (text !== undefined) search(text)
    if (Object.keys(rest).length > 0) onView(rest)
  }
  const query = useQuery(inscriptionsQuery(evenementId))
  const all = query.data ?? []
  const taken = all.filter(({ statutInscription }) => statutInscription === 'VALIDE').length
  return (
    <Page title="Inscriptions" back={`/organizer/evenements/${evenementId}`}>
      <PageHead
        title="Inscriptions"
        above={
          <p className="meta">
            <Crumb to="/organizer/evenements/$id" params={{ id: evenementId }}>
              {evenement?.titre ?? 'Événement'}
            </Crumb>
          </p>
        }
      >
        {!isGone(query.error) && (
          <>
            {prevenir}
            <Button look="primary" reach onClick={onInvite}>
              <UserPlus />
              Inviter
            </Button>
          </>
        )}
      </PageHead>
      <QueryState
        query={query}
        loading={
          <LoadingBox label="Chargement des inscriptions" rows={5} height="4.25rem" radius="var(--radius-control)">
            <Skeleton height="2.75rem" width="18rem" radius="var(--radius-full)" />
          </LoadingBox>
        }
        errorMessage={phrases.erreurChargement}
        errorDetail={refusalOr(query.error, impossible)}
      >
        {(inscriptions) => (
          <>
            <div className={css.summary}>
              {evenement?.capaciteMax != null && (
                <Gauge label="Places prises" value={taken} max={evenement.capaciteMax} />
              )}
              <Chips
                label="Filtrer par statut"
                value={view.statut}
                onChange={(statut) => onView({ statut })}
                options={statutOptions(filterInscriptions(inscriptions, { q, lien: view.lien }))}
              />
            </div>
            <InscriptionsList
              evenementId={evenementId}
              titre={evenement?.titre}
              inscriptions={inscriptions}
              liens={liens}
              view={{ ...view, q }}
              onView={changeView}
            />
          </>
        )}
      </QueryState>
      {dialog}
    </Page>
  )
}

function statutOptions(inscriptions: readonly Inscription[]) {
  return [
    { value: 'TOUTES' as Filter, label: 'Toutes', count: inscriptions.length },
    ...statutsInscription.map((value) => ({
      value: value as Filter,
      label: pluralStatut(statutInscriptionLabels[value].label),
      count: inscriptions.filter(({ statutInscription }) => statutInscription === value).length,
    })),
  ]
}
