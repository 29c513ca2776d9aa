import { useQuery } from '@tanstack/react-query'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { validEntries } from '#src/api/entries.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { mesEvenementsQuery } from './evenement.queries.ts'
import { CurrentEvenementCard } from './CurrentEvenementCard.tsx'
import { eventOfNow, ownStatut } from './ownInscription.ts'
import css from './ParticipantEvenements.module.css'

interface Props {
  utilisateurId: number
  onAdd: (evenement: Evenement) => void
}

/** The event in progress, or a short text when there is none. */
export function CurrentEvenement({ utilisateurId, onAdd }: Props) {
  const query = useQuery(mesEvenementsQuery)
  return (
    <QueryState
      query={query}
      errorMessage={phrases.dashboardChargement}
      loading={
        <LoadingBox label="Chargement du tableau de bord" className={css.featureWait} radius="var(--radius-card)" />
      }
    >
      {(entries) => {
        const now = eventOfNow(validEntries(entries), utilisateurId)
        if (now)
          return (
            <CurrentEvenementCard evenement={now} statutInscription={ownStatut(now, utilisateurId)} onAdd={onAdd} />
          )
        return <EmptyState title="Aucun événement en ce moment">Vos prochains événements vous attendent.</EmptyState>
      }}
    </QueryState>
  )
}
