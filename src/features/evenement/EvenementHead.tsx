import { Calendar, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { french } from '#src/ui/text/french.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayTime } from '#src/ui/text/dates.ts'
import { Cover } from './Cover.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import css from './EvenementHead.module.css'

interface Props {
  evenement: Evenement
  /** The main action. */
  children?: ReactNode
}

/** Cover, statut, title, dates, lieu, description. */
export function EvenementHead({ evenement, children }: Props) {
  const { dateDebut, dateFin, lieu, description, capaciteMax } = evenement
  return (
    <header className={css.eventHead}>
      <Cover evenement={evenement} width={1600} className={css.eventHeadCover} />
      <div className={css.eventHeadText}>
        <StatutBadge statut={evenement.statut} />
        <h1>{evenement.titre}</h1>
        <ul className={classNames(css.facts, 'meta')}>
          <li>
            <Calendar />
            <span>
              <time dateTime={dateDebut}>{formatDayTime(dateDebut)}</time>
              <br />
              jusqu'au <time dateTime={dateFin}>{formatDayTime(dateFin)}</time>
            </span>
          </li>
          <li>
            <MapPin />
            <span>{lieu}</span>
          </li>
          {capaciteMax != null && (
            <li>
              <Users />
              <span>{capaciteMax} places</span>
            </li>
          )}
        </ul>
        <p className={css.eventHeadAbout}>{french(description)}</p>
        {children}
      </div>
    </header>
  )
}
