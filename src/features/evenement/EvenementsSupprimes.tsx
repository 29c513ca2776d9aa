import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { type EvenementSupprime, evenementSupprimeDays } from '#domain/evenement/evenement.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { formatDayMonth } from '#src/ui/text/dates.ts'
import { daysLeft } from '#src/ui/text/daysLeft.ts'
import { count } from '#src/ui/text/quantities.ts'
import { evenementsSupprimesQuery, useRestoreEvenement } from './evenementsSupprimes.queries.ts'
import css from './EvenementsSupprimes.module.css'

/** Events that the organiser deleted in the last 30 days; nothing when there are none. */
export function EvenementsSupprimes() {
  const { data = [] } = useQuery(evenementsSupprimesQuery)
  const restore = useRestoreEvenement()
  const [now] = useState(serverNow)
  if (data.length === 0) return null
  return (
    <section className={css.deleted} aria-labelledby="supprimes">
      <h2 id="supprimes">Événements supprimés</h2>
      <ul>
        {data.map((evenement) => (
          <Row
            key={evenement.id}
            evenement={evenement}
            now={now}
            isBusy={restore.isPending && restore.variables === evenement.id}
            onRestore={() => restore.mutate(evenement.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  evenement: EvenementSupprime
  /** Milliseconds since 1970. */
  now: number
  isBusy: boolean
  onRestore: () => void
}

function Row({ evenement, now, isBusy, onRestore }: RowProps) {
  const { titre, dateDebut, fuseau, lieu, effaceLe, comptes } = evenement
  const left = daysLeft(effaceLe, now, evenementSupprimeDays)
  const medias = comptes.medias.EN_ATTENTE + comptes.medias.VALIDE + comptes.medias.REJETE
  return (
    <li className={css.deletedRow}>
      <p>
        <b>{titre}</b>
        <br />
        <span className="small muted">
          {formatDayMonth(dateDebut, fuseau)}, {lieu}
          <br />
          {count(medias, 'média', 'médias')}, {count(comptes.inscriptions.VALIDE, 'inscrit', 'inscrits')}
        </span>
        <br />
        <Badge tone={left <= 1 ? 'red' : 'gray'}>encore {count(left, 'jour', 'jours')}</Badge>
      </p>
      <Button {...rowAction('restaurer')} busy={isBusy} onClick={onRestore} aria-label={`Restaurer ${titre}`}>
        <ArchiveRestore />
        Restaurer
      </Button>
    </li>
  )
}
