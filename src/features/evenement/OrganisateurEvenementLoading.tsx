import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import title from './EvenementTitle.module.css'
import css from './OrganisateurEvenementHead.module.css'

export function OrganisateurEvenementLoading({ isTall }: { isTall: boolean }) {
  return (
    <Loading label="Chargement de l'événement" title="Événement">
      <div className={css.head} data-tall={isTall || undefined}>
        {isTall && (
          <span className={css.cover}>
            <Skeleton height="100%" />
          </span>
        )}
        <div className={title.text} data-details={isTall ? 'elsewhere' : 'behind'}>
          <Skeleton width="14rem" height="1.75rem" />
          <Skeleton width="12rem" height="1.5rem" radius="var(--radius-badge)" />
        </div>
        <div className={css.acts}>
          <Skeleton width="9rem" height="2.75rem" radius="var(--radius-full)" />
        </div>
      </div>
    </Loading>
  )
}
