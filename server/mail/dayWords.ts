import { premierDuMois } from '#domain/texte/premierDuMois.ts'

const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })

/** A day for a message that belongs to no event, by the clocks of Paris: "1er décembre 2026". */
export function dayWords(instant: Date): string {
  return premierDuMois(format.format(instant))
}
