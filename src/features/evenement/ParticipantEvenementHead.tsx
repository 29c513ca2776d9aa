import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { Cover } from './Cover.tsx'
import { EvenementTitle } from './EvenementTitle.tsx'
import css from './ParticipantEvenementHead.module.css'
import title from './EvenementTitle.module.css'

interface Props {
  evenement: Evenement
  /** The main action and the album download. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * Cover, title, statut and dates, in so few lines that photos are visible below them on a phone. There, and on any
 * short screen, dates, lieu and description expand below the title; elsewhere they are beside the cover.
 */
export function ParticipantEvenementHead({ evenement, actions, children }: Props) {
  return (
    <header className={css.head}>
      <Cover evenement={evenement} width={1600} className={css.headCover} />
      <EvenementTitle evenement={evenement} details="beside" />
      <div className={css.headActions}>
        {actions !== undefined && <div className="actions">{actions}</div>}
        {children}
      </div>
    </header>
  )
}

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
