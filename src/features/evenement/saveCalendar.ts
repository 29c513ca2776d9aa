import type { Evenement } from '#domain/evenement/evenement.ts'
import { downloadFile } from '#src/pwa/saveToPhone.ts'
import { calendarText } from './calendarText.ts'

export function saveCalendar(evenement: Evenement): void {
  const text = calendarText(evenement, Date.now())
  downloadFile(new File([text], `eclats-evenement-${evenement.id}.ics`, { type: 'text/calendar' }))
}
