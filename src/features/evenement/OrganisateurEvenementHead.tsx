import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Cover } from './Cover.tsx'
import { EvenementTitle } from './EvenementTitle.tsx'
import css from './OrganisateurEvenementHead.module.css'

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
