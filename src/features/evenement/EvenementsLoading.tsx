import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import css from './ParticipantEvenements.module.css'

export function EvenementsLoading() {
  return (
    <Loading label="Chargement des événements">
      <div className={css.eventsLead}>
        <Skeleton height="20rem" radius="var(--radius-card)" />
      </div>
      <div className={css.eventList}>
        {[1, 2, 3, 4].map((n) => (
          <div key={n} className={css.eventRow}>
            <div className={css.eventRowCover}>
              <Skeleton height="100%" />
            </div>
            <div className={css.eventRowBody}>
              <Skeleton width="5rem" height="1.5rem" radius="var(--radius-badge)" />
              <Skeleton width="12rem" height="1.25rem" />
              <Skeleton width="9rem" height="1rem" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
