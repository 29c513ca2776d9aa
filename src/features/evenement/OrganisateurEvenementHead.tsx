import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { Cover } from './Cover.tsx'
import { EvenementTitle } from './EvenementTitle.tsx'
import css from './OrganisateurEvenementHead.module.css'
import title from './EvenementTitle.module.css'

interface Props {
  evenement: Evenement
  /** On the details tab: shows the cover and no button for the details, because they are below. */
  isTall: boolean
  /** Buttons beside the title, below it on a phone. */
  children: ReactNode
}

/** Title, statut, when and where, in few lines at every screen size, so that the tab below is visible. */
export function OrganisateurEvenementHead({ evenement, isTall, children }: Props) {
  return (
    <header className={css.head} data-tall={isTall || undefined}>
      {isTall && <Cover evenement={evenement} width={400} className={css.cover} />}
      <EvenementTitle evenement={evenement} details={isTall ? 'elsewhere' : 'behind'} />
      <div className={css.acts}>{children}</div>
    </header>
  )
}

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
