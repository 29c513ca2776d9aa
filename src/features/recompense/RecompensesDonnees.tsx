import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { recompensesQuery } from './recompense.queries.ts'
import css from './Recompenses.module.css'

/** Rewards given, newest first; an administrator also sees who gave them. */
export function RecompensesDonnees({ isAdministrateur }: { isAdministrateur: boolean }) {
  const query = useQuery(recompensesQuery(isAdministrateur))
  return (
    <QueryState
      query={query}
      loading={
        <LoadingBox label="Chargement des récompenses" rows={3} height="4.25rem" radius="var(--radius-control)" />
      }
      errorMessage={phrases.erreurChargement}
      errorDetail={refusalOr(query.error, 'Impossible de charger les récompenses.')}
    >
      {(recompenses) =>
        recompenses.length === 0 ? (
          <EmptyState title="Aucune récompense donnée" icon={<Gift />}>
            {isAdministrateur
              ? 'Celles que les organisateurs donnent se lisent ici.'
              : 'Remerciez les personnes qui ont partagé leurs photos : elles le liront dans leurs notifications.'}
          </EmptyState>
        ) : (
          <ul className="card">
            {recompenses.map(({ id, titre, message, dateCreation, utilisateur, evenement, organisateur }) => (
              <li key={id} className={css.given}>
                <p>
                  <b>{french(titre)}</b>
                </p>
                <p className={css.message}>{french(message)}</p>
                <p className="meta">
                  À {nomComplet(utilisateur)}, {evenement.titre}
                  {isAdministrateur && `, par ${nomComplet(organisateur)}`}
                  {', '}
                  <time dateTime={dateCreation}>{formatShortDayTime(dateCreation)}</time>
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}
