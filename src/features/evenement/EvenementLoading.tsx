import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import css from './EvenementHead.module.css'

/** Boxes of the size of an event's head. */
export function EvenementLoading() {
  return (
    <Loading label="Chargement de l'événement" title="Événement">
      <div className={css.eventHead}>
        <span className={css.eventHeadCover}>
          <Skeleton height="100%" />
        </span>
        <div className={css.eventHeadText}>
          <Skeleton width="5rem" height="1.5rem" radius="var(--radius-badge)" />
          <Skeleton width="18rem" height="2.25rem" />
          <Skeleton width="14rem" height="1rem" />
          <Skeleton width="16rem" height="1rem" />
        </div>
      </div>
    </Loading>
  )
}
