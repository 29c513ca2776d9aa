import { Calendar, ChevronDown, MapPin, Users } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { Fact, Facts } from '#src/ui/facts/Facts.tsx'
import { useNow } from '#src/ui/now/useNow.ts'
import { french } from '#src/ui/text/french.ts'
import { Period } from '#src/ui/text/Period.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { Cover } from './Cover.tsx'
import { isWebAddress, mapAddress } from './mapAddress.ts'
import { saveCalendar } from './saveCalendar.ts'
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
  const { dateDebut, dateFin, lieu, description, capaciteMax, titre, fuseau } = evenement
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
          <Facts>
            <Fact icon={<Calendar />}>
              <Period from={dateDebut} to={dateFin} fuseau={fuseau} />
              <br />
              <button type="button" className={css.headCalendar} onClick={() => saveCalendar(evenement)}>
                Ajouter à mon agenda
              </button>
            </Fact>
            <Fact icon={<MapPin />}>
              <a href={mapAddress(lieu)} target="_blank" rel="noreferrer">
                {lieu}
                <span className="visually-hidden">
                  {isWebAddress(lieu) ? ' (nouvel onglet)' : ', carte (nouvel onglet)'}
                </span>
              </a>
            </Fact>
            {capaciteMax != null && <Fact icon={<Users />}>{count(capaciteMax, 'place', 'places')}</Fact>}
          </Facts>
          <p className={css.headAbout}>{french(description)}</p>
        </div>
      </div>
      <div className={css.headActions}>
        {actions !== undefined && <div className="actions">{actions}</div>}
        {children}
      </div>
    </header>
  )
}
