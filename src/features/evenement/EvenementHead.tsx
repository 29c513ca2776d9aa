import { Calendar, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Fact, Facts } from '#src/ui/facts/Facts.tsx'
import { french } from '#src/ui/text/french.ts'
import { Period } from '#src/ui/text/Period.tsx'
import { Cover } from './Cover.tsx'
import { isWebAddress, mapAddress } from './mapAddress.ts'
import { saveCalendar } from './saveCalendar.ts'
import { StatutBadge } from './StatutBadge.tsx'
import css from './EvenementHead.module.css'

interface Props {
  evenement: Evenement
  /** The main action. */
  children?: ReactNode
}

/** Cover, statut, title, dates, lieu, description. */
export function EvenementHead({ evenement, children }: Props) {
  const { dateDebut, dateFin, fuseau, lieu, description, capaciteMax } = evenement
  return (
    <header className={css.eventHead}>
      <Cover evenement={evenement} width={1600} className={css.eventHeadCover} />
      <div className={css.eventHeadText}>
        <StatutBadge statut={evenement.statut} />
        <h1>{evenement.titre}</h1>
        <Facts>
          <Fact icon={<Calendar />}>
            <Period from={dateDebut} to={dateFin} fuseau={fuseau} />
            <br />
            <button type="button" className={css.eventHeadCalendar} onClick={() => saveCalendar(evenement)}>
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
          {capaciteMax != null && <Fact icon={<Users />}>{capaciteMax} places</Fact>}
        </Facts>
        <p className={css.eventHeadAbout}>{french(description)}</p>
        {children}
      </div>
    </header>
  )
}
