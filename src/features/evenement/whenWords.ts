import type { Evenement } from '#domain/evenement/evenement.ts'
import { formatDay, formatTime } from '#src/ui/text/dates.ts'

/** "jusqu'à 18:00" or "jusqu'au sam. 12 déc., 18:00" while it goes on; else the day it begins. @param now milliseconds */
export function whenWords(
  { statut, dateDebut, dateFin }: Pick<Evenement, 'statut' | 'dateDebut' | 'dateFin'>,
  now: number,
): string {
  if (statut === 'PLANIFIE') return `${formatDay(dateDebut)}, ${formatTime(dateDebut)}`
  if (statut !== 'EN_COURS') return formatDay(dateDebut)
  const endsToday = new Date(dateFin).toDateString() === new Date(now).toDateString()
  return endsToday ? `jusqu'à ${formatTime(dateFin)}` : `jusqu'au ${formatDay(dateFin)}, ${formatTime(dateFin)}`
}
