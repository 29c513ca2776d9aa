import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Cover } from './Cover.tsx'
import { EvenementFacts } from './EvenementFacts.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import css from './EvenementHead.module.css'

interface Props {
  evenement: Evenement
  /** The main action. */
  children?: ReactNode
}

/** Cover, statut, title, dates, lieu, description. */
export function EvenementHead({ evenement, children }: Props) {
  return (
    <header className={css.eventHead}>
      <Cover evenement={evenement} width={1600} className={css.eventHeadCover} />
      <div className={css.eventHeadText}>
        <StatutBadge statut={evenement.statut} />
        <h1>{evenement.titre}</h1>
        <EvenementFacts evenement={evenement} />
        {children}
      </div>
    </header>
  )
}
