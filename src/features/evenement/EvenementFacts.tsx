import { Calendar, MapPin, Users } from 'lucide-react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Fact, Facts } from '#src/ui/facts/Facts.tsx'
import { french } from '#src/ui/text/french.ts'
import { Period } from '#src/ui/text/Period.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { downloadFile } from '#src/pwa/queue/saveToPhone.ts'
import { isWebAddress, mapAddress } from './mapAddress.ts'
import { calendarText } from './calendarText.ts'
import css from './EvenementFacts.module.css'

export function EvenementFacts({ evenement }: { evenement: Evenement }) {
  const { dateDebut, dateFin, fuseau, lieu, description, capaciteMax } = evenement
  return (
    <>
      <Facts>
        <Fact icon={<Calendar />}>
          <Period from={dateDebut} to={dateFin} fuseau={fuseau} />
          <br />
          <button type="button" className={css.calendar} onClick={() => saveCalendar(evenement)}>
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
      <p className={css.about}>{french(description)}</p>
    </>
  )
}

function saveCalendar(evenement: Evenement): void {
  const text = calendarText(evenement, { host: location.host, now: Date.now() })
  downloadFile(new File([text], `eclats-evenement-${evenement.id}.ics`, { type: 'text/calendar' }))
}
