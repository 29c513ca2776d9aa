import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import title from './EvenementTitle.module.css'
import css from './ParticipantEvenementHead.module.css'

export function ParticipantEvenementLoading() {
  return (
    <Loading label="Chargement de l'événement" title="Événement">
      <div className={css.head}>
        <span className={css.headCover}>
          <Skeleton height="100%" />
        </span>
        <div className={title.text}>
          <Skeleton width="18rem" height="1.75rem" />
          <Skeleton width="14rem" height="1.5rem" radius="var(--radius-badge)" />
        </div>
        <div className={css.headActions}>
          <Skeleton width="14rem" height="2.75rem" radius="var(--radius-full)" />
        </div>
      </div>
    </Loading>
  )
}
