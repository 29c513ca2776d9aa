import type { Evenement } from '#domain/evenement/evenement.ts'
import { formatDay, formatEventTime } from '#src/ui/text/dates.ts'

/**
 * In the event's zone: "jusqu'à 18:00" or "jusqu'au sam. 12 déc., 18:00" during the event, "sam. 12 déc., 16:00"
 * before, otherwise the day it began. @param now milliseconds
 */
export function whenWords(
  { statut, dateDebut, dateFin, fuseau }: Pick<Evenement, 'statut' | 'dateDebut' | 'dateFin' | 'fuseau'>,
  now: number,
): string {
  if (statut === 'PLANIFIE') return `${formatDay(dateDebut, fuseau)}, ${formatEventTime(dateDebut, fuseau)}`
  if (statut !== 'EN_COURS') return formatDay(dateDebut, fuseau)
  const endsToday = formatDay(dateFin, fuseau) === formatDay(now, fuseau)
  const day = endsToday ? "jusqu'à " : `jusqu'au ${formatDay(dateFin, fuseau)}, `
  return `${day}${formatEventTime(dateFin, fuseau)}`
}
