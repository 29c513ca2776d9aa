import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Cover } from './Cover.tsx'
import { EvenementTitle } from './EvenementTitle.tsx'
import css from './OrganisateurEvenementHead.module.css'

interface Props {
  evenement: Evenement
  /** On the tab of the details, which themselves stand below: with the cover, and without a way to open them. */
  isTall: boolean
  /** The main action and the lesser ones. */
  children: ReactNode
}

/** Title, statut, when and where in few lines at every size, so that the tab below them is in sight. */
export function OrganisateurEvenementHead({ evenement, isTall, children }: Props) {
  return (
    <header className={css.head} data-tall={isTall || undefined}>
      {isTall && <Cover evenement={evenement} width={400} className={css.cover} />}
      <EvenementTitle evenement={evenement} details={isTall ? 'elsewhere' : 'behind'} />
      <div className={css.acts}>{children}</div>
    </header>
  )
}
