import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './OrganisateurEvenements.module.css'

export function OrganisateurEvenementsLoading() {
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
