import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { french } from '#src/ui/text/french.ts'
import { EvenementFacts } from './EvenementFacts.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { whenWords } from './whenWords.ts'
import css from './EvenementTitle.module.css'

interface Props {
  evenement: Evenement
  /**
   * Dates, lieu and description expand below the title (`behind`), only on screens without room to show them
   * (`beside`), or are shown elsewhere on the page.
   */
  details: 'behind' | 'beside' | 'elsewhere'
}

/** Title of an event, its statut, when and where; details expand below. */
export function EvenementTitle({ evenement, details }: Props) {
  const { lieu, titre, statut } = evenement
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <div className={css.text} data-details={details}>
      <div className={css.title}>
        <h1>{titre}</h1>
        {details !== 'elsewhere' && (
          <IconButton
            name="Détails de l'événement"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown />
          </IconButton>
        )}
      </div>
      <p className={css.line}>
        <StatutBadge statut={statut} />{' '}
        <span className={css.short}>
          {french(whenWords(evenement, useServerNow()))}, {lieu}
        </span>
      </p>
      {details !== 'elsewhere' && (
        <div id={detailsId} className={css.details} data-open={isOpen || undefined}>
          <EvenementFacts evenement={evenement} />
        </div>
      )}
    </div>
  )
}
