import type { GaleriePour } from '#domain/evenement/evenement.ts'
import { formatWhen, zoneSuffix } from './dates.ts'

interface Album {
  readonly galeriePour: GaleriePour
  /** ISO instant. */
  readonly dateFin: string
  readonly fuseau: string
}

/**
 * Says when the participants of an event see the photos of others.
 * @param now milliseconds
 * @returns null when they do
 */
export function albumSentence({ galeriePour, dateFin, fuseau }: Album, now: number): string | null {
  if (galeriePour === 'JAMAIS') return "Seul l'organisateur voit vos photos."
  if (galeriePour === 'PENDANT' || Date.parse(dateFin) <= now) return null
  return `L'album s'ouvre ${formatWhen(dateFin, fuseau, now)}${zoneSuffix(dateFin, fuseau)}. D'ici là, vous voyez les vôtres.`
}
