import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useNow } from '#src/ui/now/useNow.ts'
import { french } from '#src/ui/text/french.ts'
import { Cover } from './Cover.tsx'
import { EvenementFacts } from './EvenementFacts.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { whenWords } from './whenWords.ts'
import css from './ParticipantEvenementHead.module.css'

interface Props {
  evenement: Evenement
  /** The main action, and what may be taken home. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * Cover, title, statut and when it is, in so few lines that photos are in sight below them on a phone. There, and on
 * any short screen, dates, lieu and description open below the title; elsewhere they stand beside the cover.
 */
export function ParticipantEvenementHead({ evenement, actions, children }: Props) {
  const { lieu, titre } = evenement
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <header className={css.head}>
      <Cover evenement={evenement} width={1600} className={css.headCover} />
      <div className={css.headText}>
        <div className={css.headTitle}>
          <h1>{titre}</h1>
          <IconButton
            name="Détails de l'événement"
            className={css.headToggle}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown />
          </IconButton>
        </div>
        <p className={css.headLine}>
          <StatutBadge statut={evenement.statut} />{' '}
          <span className={css.headShort}>
            {french(whenWords(evenement, useNow()))}, {lieu}
          </span>
        </p>
        <div id={detailsId} className={css.headDetails} data-open={isOpen || undefined}>
          <EvenementFacts evenement={evenement} />
        </div>
      </div>
      <div className={css.headActions}>
        {actions !== undefined && <div className="actions">{actions}</div>}
        {children}
      </div>
    </header>
  )
}
